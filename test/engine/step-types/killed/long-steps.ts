import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Library from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { IMAGE } from '../../../../scripts/samples/container-engine.ts';
import { askRedis } from '../../../../scripts/samples/redis-server.ts';
import type { CounterpartName } from '../../../../scripts/test/counterparts.ts';
import { temporaryFolder } from '../../../support/home.ts';
import { aServer } from '../../../support/http-server.ts';
import { isAlive } from '../../../support/processes.ts';
import { anS3Store } from '../../../support/s3.ts';
import { aMailServer } from '../../../support/smtp-server.ts';
import { block, sqlStep } from '../sql-steps.ts';
import type { SharedServers } from '../shared-servers.ts';

/** A step that begins something elsewhere, and does not end before it is let, or takes a good while. */
export interface LongStep {
  readonly spec: string;
  readonly hasBegun: () => boolean | Promise<boolean>;
  readonly letEnd?: () => unknown;
  /** How it ends by itself. */
  readonly end: {
    readonly statusLabel: string;
    readonly exitCode?: number;
    readonly log?: RegExp;
  };
  /** What must not be there any more when it has ended: by itself, or by a kill. */
  readonly left: (isKilled: boolean) => readonly unknown[] | Promise<readonly unknown[]>;
}

interface Row {
  readonly needs?: CounterpartName;
  readonly make: (servers: SharedServers) => Promise<LongStep> | LongStep;
}

const MB = 1024 * 1024;
const TEMPORARY = '.dagwright-';

/** What a shell does until it is let go: it is here or elsewhere, and `folder` is the same there. */
function waiting(folder: string, at = folder) {
  const script = `echo $$ > ${at}/begun; until [ -e ${at}/go ]; do sleep 0.05; done; echo over; exit 7`;
  return {
    script,
    hasBegun: () => existsSync(join(folder, 'begun')),
    letEnd: () => writeFileSync(join(folder, 'go'), ''),
    end: { statusLabel: 'failed', exitCode: 7, log: /over$/ },
  };
}

const begunBeside = (folder: string) => (): readonly string[] =>
  readdirSync(folder).filter((name) => name.startsWith(TEMPORARY));

/** A file of so much, which takes no room. */
function aFile(folder: string, megabytes: number): string {
  const file = join(folder, 'source');
  writeFileSync(file, 'begin');
  truncateSync(file, megabytes * MB);
  return file;
}

async function transfer(servers: SharedServers, direction: string): Promise<LongStep> {
  const folder = temporaryFolder('sftp');
  const to = join(folder, 'to');
  mkdirSync(to);
  const config = { direction, source: aFile(folder, 96), destination: join(to, 'file') };
  return {
    spec: `${await servers.ssh()}steps: [{name: s, type: sftp, config: ${JSON.stringify(config)}}]\n`,
    hasBegun: () => readdirSync(to).length > 0,
    end: { statusLabel: 'succeeded' },
    left: begunBeside(to),
  };
}

/** An S3 store that holds one of the requests up. */
async function held(step: string, isHeld: (method: string, url: string) => boolean) {
  const store = await anS3Store();
  const folder = temporaryFolder('s3');
  const let_ = Promise.withResolvers<void>();
  let hasBegun = false;
  const body = Buffer.alloc(20 * MB, 'y');
  store.trouble = async ({ method = '', url = '' }, response) => {
    if (!isHeld(method, url)) return false;
    hasBegun = true;
    if (method !== 'GET') return let_.promise.then(() => false);
    response.writeHead(200, { 'content-length': body.length }).write(body.subarray(0, MB));
    await let_.promise;
    response.end(body.subarray(MB));
    return true;
  };
  aFile(folder, 20);
  return {
    spec: `${store.s3}working_dir: ${folder}\nsteps: [{name: s, type: s3, ${step}}]\n`,
    hasBegun: () => hasBegun,
    letEnd: let_.resolve,
    end: { statusLabel: 'succeeded' },
    left: () => [...store.open.keys(), ...begunBeside(folder)()],
  };
}

async function gha(runs: string, head: string, left: LongStep['left']): Promise<LongStep> {
  const folder = temporaryFolder('gha');
  const { script, ...rest } = waiting(folder, '.');
  writeFileSync(join(folder, 'action.yml'), runs.replace('SCRIPT', JSON.stringify(script)));
  const env = `env: [{TMPDIR: ${temporaryFolder('tmp')}}]\n`;
  const spec = `working_dir: ${folder}\n${head || env}steps: [{name: s, type: gha, command: ./}]\n`;
  return { spec, ...rest, left };
}

function aDatabase(path: string): Library.Database {
  const database = new Library(path);
  onTestFinished(() => void database.close());
  return database;
}

/** By type, and what of it. */
export const longSteps: Readonly<Record<string, Row>> = {
  docker: {
    needs: 'docker',
    make: async (servers) => {
      const { env, left } = await servers.docker();
      const folder = temporaryFolder('docker');
      const { script, ...rest } = waiting(folder, '/data');
      const container = `{image: "${IMAGE}", network: none, volumes: ["${folder}:/data"], shell: [/bin/sh, -c]}`;
      const spec = `${env}steps:\n  - name: s\n    container: ${container}\n    ${block('command', script)}\n`;
      return { spec, ...rest, left };
    },
  },
  'docker (exec)': {
    needs: 'docker',
    make: async (servers) => {
      const { env, beside } = await servers.docker();
      const folder = temporaryFolder('docker');
      const { script, ...rest } = waiting(folder, '/data');
      const { name, processes } = await beside(`${folder}:/data`);
      const spec = `${env}steps:\n  - name: s\n    container: {exec: ${name}, shell: [/bin/sh, -c]}\n    ${block('command', script)}\n`;
      return { spec, ...rest, left: processes };
    },
  },
  'gha in a container': {
    needs: 'docker',
    make: async (servers) => {
      const { env, left } = await servers.docker();
      const runs = `runs: {using: docker, image: "docker://${IMAGE}", entrypoint: /bin/sh, args: [-c, SCRIPT]}\n`;
      return gha(runs, env, left);
    },
  },
  gha: {
    make: async () => {
      const folder = temporaryFolder('tmp');
      const runs = 'runs: {using: composite, steps: [{shell: sh, run: SCRIPT}]}\n';
      return gha(runs, `env: [{TMPDIR: ${folder}}]\n`, begunBeside(folder));
    },
  },
  ssh: {
    needs: 'sshd',
    make: async (servers) => {
      const folder = temporaryFolder('ssh');
      const { script, ...rest } = waiting(folder);
      const pid = (): number => Number(readFileSync(join(folder, 'begun'), 'utf8'));
      const left = (): readonly number[] => [pid()].filter(isAlive);
      return {
        spec: `${await servers.ssh()}${sqlStep('ssh', block('command', script))}`,
        ...rest,
        left,
      };
    },
  },
  'sftp (upload)': { needs: 'sshd', make: (servers) => transfer(servers, 'upload') },
  'sftp (download)': { needs: 'sshd', make: (servers) => transfer(servers, 'download') },
  's3 (upload)': {
    make: () =>
      held('command: upload, config: {source: source, key: a}', (_method, url) =>
        url.includes('partNumber=2'),
      ),
  },
  's3 (download)': {
    make: () =>
      held('command: download, config: {key: a, destination: to}', (method) => method === 'GET'),
  },
  http: {
    make: async () => {
      const open = new Set<object>();
      const answers: (() => void)[] = [];
      const url = await aServer((request, answer) => {
        open.add(request);
        request.on('close', () => undefined).socket.on('close', () => open.delete(request));
        answer.writeHead(200).write('begun\n');
        answers.push(() => void answer.end('over\n'));
      });
      return {
        spec: `steps: [{name: s, type: http, command: "GET ${url}/"}]\n`,
        hasBegun: () => answers.length > 0,
        letEnd: () => answers.forEach((answer) => answer()),
        end: { statusLabel: 'succeeded', log: /over$/ },
        left: () => [...open],
      };
    },
  },
  mail: {
    make: async () => {
      const open = new Set<string>();
      const answers: (() => void)[] = [];
      const { smtp } = await aMailServer({
        onConnect: ({ id }, done) => {
          open.add(id);
          done();
        },
        onClose: ({ id }) => open.delete(id),
        onData: (stream, _session, done) =>
          void stream.resume().on('end', () => answers.push(() => done())),
      });
      return {
        spec: `${smtp}steps: [{name: s, type: mail, config: {from: a@example.org, to: b@example.org, subject: s, message: m}}]\n`,
        hasBegun: () => answers.length > 0,
        letEnd: () => answers.forEach((answer) => answer()),
        end: { statusLabel: 'succeeded', log: /^Sent to b@example.org/ },
        left: () => [...open],
      };
    },
  },
  archive: {
    make: () => {
      const folder = temporaryFolder('archive');
      const config = { source: aFile(folder, 160), destination: join(folder, 'made.tar.gz') };
      return {
        spec: `steps: [{name: s, type: archive, command: create, config: ${JSON.stringify(config)}}]\n`,
        hasBegun: () => begunBeside(folder)().length > 0,
        end: { statusLabel: 'succeeded', log: /"filesAdded": 1/ },
        left: begunBeside(folder),
      };
    },
  },
  redis: {
    needs: 'redis',
    make: async (servers) => {
      const port = await servers.redis();
      const key = `held ${Math.random()}`;
      const clients = async (): Promise<readonly string[]> =>
        String(await askRedis(port, ['CLIENT', 'LIST']))
          .split('\n')
          .filter((line) => line.includes('name=dagwright'));
      return {
        spec: sqlStep(
          'redis',
          `config: {host: 127.0.0.1, port: ${port}, command: BLPOP, key: "${key}", value: 0}`,
        ),
        hasBegun: async () => (await clients()).some((line) => line.includes('cmd=blpop')),
        letEnd: () => askRedis(port, ['LPUSH', key, 'over']),
        end: { statusLabel: 'succeeded', log: /"over"\]$/ },
        left: clients,
      };
    },
  },
  postgres: {
    needs: 'postgres',
    make: async (servers) => {
      const { dsn, ask } = await servers.postgres();
      await ask(
        'drop table if exists go, kept; create table go (n int); create table kept (n int)',
      );
      const script = `insert into kept values (1);\ndo $$ begin while not exists (select from go) loop perform pg_sleep(0.05); end loop; end $$;\nselect 'over' as t`;
      const busy = `select pid from pg_stat_activity where application_name = 'dagwright'`;
      return {
        spec: sqlStep('postgres', `config: {dsn: "${dsn()}"}`, block('script', script)),
        hasBegun: async () => (await ask(`${busy} and query like '%kept%'`)).length > 0,
        letEnd: () => ask('insert into go values (1)'),
        end: { statusLabel: 'succeeded', log: /"over"/ },
        left: (isKilled) => ask(isKilled ? `${busy} union all select n from kept` : busy),
      };
    },
  },
  sqlite: {
    make: () => {
      const folder = temporaryFolder('sqlite');
      const holder = aDatabase(join(folder, 'data.db'));
      const gate = aDatabase(join(folder, 'gate.db'));
      holder.exec('create table t (n)');
      // The step waits for this lock, with its row written and not committed.
      gate.exec('begin exclusive');
      return {
        spec: sqlStep(
          'sqlite',
          `config: {dsn: "${folder}/data.db", timeout: 0}`,
          block(
            'script',
            `insert into t values (1);\nattach '${folder}/gate.db' as gate;\nselect 'over' as t;`,
          ),
        ),
        hasBegun: () => existsSync(join(folder, 'data.db-journal')),
        letEnd: () => gate.exec('commit'),
        end: { statusLabel: 'succeeded', log: /"over"/ },
        // What opens it next takes back what is not complete.
        left: (isKilled) => {
          holder.exec('begin immediate; commit');
          return isKilled ? holder.prepare('select * from t').all() : [];
        },
      };
    },
  },
  jq: {
    make: () => ({
      spec: sqlStep('jq', `command: "reduce range(1000000) as $i (0; . + $i)"`, 'script: "null"'),
      hasBegun: () => true,
      end: { statusLabel: 'succeeded', log: /^499999500000$/ },
      left: () => [],
    }),
  },
};
