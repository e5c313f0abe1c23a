import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IMAGE, startDocker } from '../../samples/container-engine.ts';
import { startPostgres } from '../../samples/postgres-server.ts';
import { startRedis } from '../../samples/redis-server.ts';
import { startSshd, type Sshd } from '../../samples/sshd.ts';
import { realProgram } from '../../test/counterparts.ts';
import type { TypeRow } from './type-row.ts';

export const redis: TypeRow = {
  type: 'redis',
  open: async (folder) => {
    const { port, stop } = await startRedis(realProgram('redis'), folder);
    return {
      step: [`config: {host: 127.0.0.1, port: ${port}, command: SET, key: greeting, value: hello}`],
      client: ['redis-cli', '-p', String(port), 'SET', 'greeting', 'hello'],
      close: stop,
    };
  },
};

export const postgres: TypeRow = {
  type: 'postgres',
  open: async (folder) => {
    // As root, its server is somebody else's, who must come to its folder.
    chmodSync(join(folder, '../..'), 0o711);
    const { dsn, stop } = await startPostgres(realProgram('postgres'), folder);
    const query = 'select 1 as one';
    return {
      step: [`config: {dsn: "${dsn()}"}`, `command: ${query}`],
      client: ['psql', dsn(), '--command', query],
      close: stop,
    };
  },
};

export const ssh: TypeRow = {
  type: 'ssh',
  open: async (folder) => {
    const host = await startSshd(folder);
    return {
      head: headOf(host),
      step: ['command: echo here'],
      client: ['ssh', ...optionsOf(host), '-p', String(host.port), placeOf(host), 'echo here'],
      close: host.kill,
    };
  },
};

export const sftp: TypeRow = {
  type: 'sftp',
  open: async (folder) => {
    const host = await startSshd(folder);
    const [source, batch] = [join(folder, 'today.csv'), join(folder, 'batch')];
    const target = (name: string): string => join(folder, `${name}.csv`);
    writeFileSync(source, 'day,count\nMonday,4\n');
    writeFileSync(batch, `put ${source} ${target('theirs')}\n`);
    return {
      head: headOf(host),
      step: [`config: {direction: upload, source: ${source}, destination: ${target('ours')}}`],
      client: ['sftp', ...optionsOf(host), '-P', String(host.port), '-b', batch, placeOf(host)],
      close: host.kill,
    };
  },
};

const placeOf = ({ user }: Sshd): string => `${user}@127.0.0.1`;

const headOf = ({ user, port, keyPath, knownHosts }: Sshd): string =>
  `ssh: {user: ${user}, host: 127.0.0.1, port: ${port}, key: ${keyPath}, known_host_file: ${knownHosts}}\n`;

const optionsOf = ({ keyPath, knownHosts }: Sshd): readonly string[] => [
  ...['-F', '/dev/null', '-i', keyPath],
  ...['-o', `UserKnownHostsFile=${knownHosts}`, '-o', 'IdentitiesOnly=yes', '-o', 'BatchMode=yes'],
];

export const docker: TypeRow = {
  type: 'docker',
  open: async (folder) => {
    const { socket, stop } = await startDocker(realProgram('docker'), folder);
    return {
      step: [`config: {image: "${IMAGE}", network: none, pull_policy: never}`, 'command: "true"'],
      client: ['docker', 'run', '--rm', '--network', 'none', '--pull', 'never', IMAGE, 'true'],
      env: { DOCKER_HOST: `unix://${socket}` },
      close: stop,
    };
  },
};
