import { casesElsewhere, titled, type FieldCases } from './field-case.ts';

const where = 'where it says itself, with what the DAG says of the rest';
const locked = 'by a key with a passphrase, and by no other';
const unknown = 'before the key of the host is known, or where it has changed';
const bastion = 'through a bastion, by the same key or by its own';
const silent = 'on a host that refuses the connection, has no name, or says nothing';

const runs = {
  ...titled(['user', 'host', 'port', 'key'], where),
  ...titled(['shell'], 'by the shell of %s'),
};

const logsIn = {
  ...titled(['passphrase'], locked),
  ...titled(['password'], 'by a password, and by no other'),
  ...titled(['strict_host_key', 'known_host_file'], unknown),
  ...titled(['timeout'], silent),
  ...titled(
    ['host', 'port', 'user', 'key', 'passphrase'].map((key) => `bastion.${key}`),
    bastion,
  ),
};

/** Cases of the host that a DAG names. */
export const sshOfDag = hostCases('ssh');

/** Cases of the host that a step names. */
export const sshOfStep = hostCases('config');

/** They need a host. */
function hostCases(parent: string): FieldCases {
  return {
    ...casesElsewhere('test/engine/step-types/ssh.test.ts', parent, runs),
    ...casesElsewhere('test/engine/step-types/ssh-login.test.ts', parent, logsIn),
  };
}
