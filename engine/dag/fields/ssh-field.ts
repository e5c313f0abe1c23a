import type { HostSettings, SshLogin, SshSettings } from '../ssh.ts';
import { duration } from './duration-field.ts';
import type { FieldSet, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { port } from './port-field.ts';
import { boolean, optionalText } from './scalar-types.ts';
import { shell } from './shell-field.ts';

const login: FieldSet<SshLogin>['fields'] = {
  user: { key: 'user', about: 'User on the host.', type: optionalText, fallback: null },
  host: { key: 'host', about: 'Name or address of the host.', type: optionalText, fallback: null },
  port: {
    key: 'port',
    about: 'Port of its SSH server (default: 22).',
    type: port,
    fallback: null,
  },
  key: {
    key: 'key',
    about: 'Path of the private key.',
    type: optionalText,
    fallback: null,
  },
  passphrase: {
    key: 'passphrase',
    about: 'Passphrase of the key. Keep it in a secret.',
    type: optionalText,
    fallback: null,
  },
};

const bastion: ValueType<SshLogin> = mapValue({
  set: { what: 'bastion', fields: login, unavailable: [], replaced: {} },
  required: ['host'],
  build: ({ values }) => values,
});

/** What is said of any host. */
export const hostFields: FieldSet<HostSettings>['fields'] = {
  ...login,
  password: {
    key: 'password',
    about: 'Password of the user. Keep it in a secret.',
    type: optionalText,
    fallback: null,
  },
  strictHostKey: {
    key: 'strict_host_key',
    about: 'Refuse a host whose key is not in the file of known hosts (default: true).',
    type: boolean,
    fallback: null,
  },
  knownHostFile: {
    key: 'known_host_file',
    about: 'File of known hosts (default: `~/.ssh/known_hosts`).',
    type: optionalText,
    fallback: null,
  },
  timeoutMs: {
    key: 'timeout',
    about:
      'How long the host can take to let us in, and not respond later, such as `30s` (default: `30s`).',
    type: duration,
    fallback: null,
  },
  bastion: {
    key: 'bastion',
    about: 'Host to connect through: `host`, and what differs from the host itself.',
    type: bastion,
    fallback: null,
  },
};

/** Every key of a host on which commands run. */
export const sshFields: FieldSet<SshSettings> = {
  what: 'ssh',
  fields: {
    ...hostFields,
    shell: {
      key: 'shell',
      about: 'Shell on the host that runs the commands, with its arguments (default: `sh -e`).',
      type: shell,
      fallback: null,
    },
  },
  unavailable: [],
  replaced: {},
};

/** The host of the steps of a DAG. */
export const ssh: ValueType<SshSettings> = mapValue({
  set: sshFields,
  required: ['host', 'user'],
  build: ({ values }) => values,
});
