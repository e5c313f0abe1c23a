import { mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startSshd } from '../../../scripts/samples/sshd.ts';
import { findCounterpart } from '../../../scripts/test/counterparts.ts';
import { campaign } from '../../support/campaign.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { aServer } from '../../support/http-server.ts';
import { anS3Store } from '../../support/s3.ts';
import { serveEngine, type ServedEngine } from '../../support/serve-engine.ts';

/** How much each step moves. */
const MEGABYTES = campaign('DAGWRIGHT_LARGE_MEGABYTES', { short: 48, full: 1024 });
const MOST_GROWTH_MB = 20;
const PATIENCE_MS = 30_000 + 300 * MEGABYTES;
const MB = 1024 * 1024;

interface Move {
  /** An empty folder. */
  readonly folder: string;
  /** A file of this size. */
  readonly source: string;
  readonly megabytes: number;
}

/** Definitions that move so much, by the type that does. */
const moves: Readonly<Record<string, (move: Move) => Promise<string> | string>> = {
  archive: ({ folder, source }) =>
    stepsOf(
      `type: archive, command: create, config: {source: ${source}, destination: ${folder}/a.tar}`,
      `type: archive, command: extract, config: {source: ${folder}/a.tar, destination: ${folder}/to}`,
    ),
  s3: async ({ folder, source }) => {
    const { s3 } = await anS3Store();
    const steps = stepsOf(
      `type: s3, command: upload, config: {source: ${source}, key: large}`,
      `type: s3, command: download, config: {key: large, destination: ${folder}/to}`,
    );
    return s3 + steps;
  },
  sftp: async ({ folder, source }) => {
    mkdirSync(join(folder, 'host'));
    const { user, port, keyPath, knownHosts, kill } = await startSshd(join(folder, 'host'));
    onTestFinished(kill);
    const ssh = `ssh: {user: ${user}, host: 127.0.0.1, port: ${port}, key: ${keyPath}, known_host_file: ${knownHosts}}\n`;
    const steps = stepsOf(
      `type: sftp, config: {direction: upload, source: ${source}, destination: ${folder}/there}`,
      `type: sftp, config: {direction: download, source: ${folder}/there, destination: ${folder}/to}`,
    );
    return ssh + steps;
  },
  sqlite: ({ folder, megabytes }) =>
    stepsOf(
      `type: sqlite, config: {dsn: ${folder}/to}, command: "create table t as with recursive r(n) as (select 1 union all select n + 1 from r where n < ${megabytes}) select zeroblob(${MB}) as b from r"`,
    ),
  http: async ({ source }) => {
    const bytes = Buffer.alloc(MB);
    const url = await aServer((_request, response) => {
      let left = statSync(source).size;
      const send = (): void => {
        for (; left > 0; left -= MB) if (!response.write(bytes)) return void (left -= MB);
        response.end();
      };
      response.on('drain', send);
      send();
    });
    return stepsOf(`type: http, command: "GET ${url}/", config: {silent: true}`);
  },
  shell: ({ megabytes }) => stepsOf(printing(megabytes)),
  'shell with a secret': ({ folder, megabytes }) => {
    writeFileSync(join(folder, 'secret'), 'a-secret-4711');
    const secret = `secrets: [{name: WORD, provider: file, key: ${folder}/secret}]\n`;
    return secret + stepsOf(printing(megabytes));
  },
};

const printing = (megabytes: number): string =>
  `command: "yes 'one line of very many' | head -c ${megabytes * MB}"`;

const stepsOf = (...steps: readonly string[]): string =>
  `steps:\n${steps.map((step, index) => `  - {name: s${index}, ${step}}\n`).join('')}`;

// A host by SSH is a program that not every computer has.
const types = Object.keys(moves).filter((type) => type !== 'sftp' || findCounterpart('sshd'));

// Only Linux tells the peak of another process.
it.runIf(process.platform === 'linux').each(types)(
  'the engine holds nothing of what a step of %s moves',
  async (type) => {
    const engine = await serveEngine(temporaryConfig());
    // What the engine loads for its first run of a type is none of what that moves.
    await runOf(engine, { type, megabytes: 1 });
    const before = residentMb(engine);

    await runOf(engine, { type, megabytes: MEGABYTES });

    expect(peakMb(engine) - before).toBeLessThan(MOST_GROWTH_MB);
  },
  PATIENCE_MS,
);

interface Wanted {
  readonly type: string;
  readonly megabytes: number;
}

/** Runs it to its end, which is a good one. */
async function runOf({ url }: ServedEngine, { type, megabytes }: Wanted): Promise<void> {
  const folder = temporaryFolder('large');
  const source = join(folder, 'source');
  writeFileSync(source, '');
  truncateSync(source, megabytes * MB);
  const spec = await moves[type]?.({ folder, source, megabytes });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'large', spec });
  const started = await fetch(`${url}/dag-runs`, { method: 'POST', headers, body });
  const { dagRunId } = (await started.json()) as { readonly dagRunId: string };
  let label = '';
  const hasEnded = async (): Promise<boolean> => {
    const answer = await fetch(`${url}/dag-runs/large/${dagRunId}`);
    label = ((await answer.json()) as Run).dagRun.statusLabel;
    return !['not_started', 'queued', 'running'].includes(label);
  };
  await eventually(hasEnded, 'the run ends', PATIENCE_MS);
  expect(label).toBe('succeeded');
}

interface Run {
  readonly dagRun: { readonly statusLabel: string };
}

/** What it has now, from where its peak counts. */
function residentMb({ pid }: ServedEngine): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return memoryMb(pid, 'VmRSS');
}

function peakMb({ pid }: ServedEngine): number {
  return memoryMb(pid, 'VmHWM');
}

function memoryMb(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
}
