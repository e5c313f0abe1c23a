import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { expect, it } from 'vitest';
import type { EngineEvent } from '../../../engine/contract/events.ts';
import type { RunDetail } from '../../../engine/contract/run.ts';
import { IMAGE } from '../../../scripts/samples/container-engine.ts';
import { askRedis } from '../../../scripts/samples/redis-server.ts';
import { findCounterpart, type CounterpartName } from '../../../scripts/test/counterparts.ts';
import { campaign } from '../../support/campaign.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { aServer } from '../../support/http-server.ts';
import { anS3Store } from '../../support/s3.ts';
import { serveEngine, type ServedEngine } from '../../support/serve-engine.ts';
import { aMailServer } from '../../support/smtp-server.ts';
import { sharedServers } from './shared-servers.ts';

/** How much each step moves. */
const MEGABYTES = campaign('DAGWRIGHT_LARGE_MEGABYTES', { short: 48, full: 1024 });
const MAX_GROWTH_MB = 20;
/** Of the programs of a step together. */
const MAX_STEP_MB = 150;
const PATIENCE_MS = 120_000 + 300 * MEGABYTES;
const MB = 1024 * 1024;

interface Move {
  /** An empty folder. */
  readonly folder: string;
  /** A file of this size. */
  readonly source: string;
  readonly megabytes: number;
}

const servers = sharedServers();

/** Definitions that move so much, by the type that does. */
const moves: Readonly<Record<string, (move: Move) => Promise<string> | string>> = {
  docker: async ({ megabytes }) => {
    const { env } = await servers.docker();
    const container = `container: {image: "${IMAGE}", network: none, shell: [/bin/sh, -c]}`;
    return env + stepsOf(`${container}, ${printing(megabytes)}`);
  },
  gha: ({ folder, megabytes }) => {
    const runs = { using: 'composite', steps: [{ shell: 'sh', run: printed(megabytes) }] };
    writeFileSync(join(folder, 'action.yml'), JSON.stringify({ runs }));
    return stepsOf(`type: gha, command: ${folder}`);
  },
  mail: async ({ source }) => {
    const { smtp } = await aMailServer({
      onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
    });
    const config = `{from: a@example.org, to: b@example.org, subject: s, message: m, attachments: ${source}}`;
    return smtp + stepsOf(`type: mail, config: ${config}`);
  },
  postgres: async ({ megabytes }) => {
    const { dsn } = await servers.postgres();
    const rows = `select repeat('x', 1000) from generate_series(1, ${megabytes * 1024})`;
    return stepsOf(`type: postgres, config: {dsn: "${dsn()}"}, command: "${rows}"`);
  },
  redis: async ({ megabytes }) => {
    const port = await servers.redis();
    // About the largest that a reply may be; and few commands, since a long definition costs the engine some memory.
    await askRedis(port, ['SET', 'large', 'x'.repeat(23 * MB)]);
    const all = Array.from(
      { length: Math.ceil(megabytes / 23) },
      () => '{command: GET, key: large}',
    );
    return stepsOf(
      `type: redis, config: {host: 127.0.0.1, port: ${port}, pipeline: [${all.join(', ')}]}`,
    );
  },
  ssh: async ({ megabytes }) => (await servers.ssh()) + stepsOf(printing(megabytes)),
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
    const steps = stepsOf(
      `type: sftp, config: {direction: upload, source: ${source}, destination: ${folder}/there}`,
      `type: sftp, config: {direction: download, source: ${folder}/there, destination: ${folder}/to}`,
    );
    return (await servers.ssh()) + steps;
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
  chat: async ({ megabytes }) => {
    const text = 'x'.repeat(MB / 16);
    const event = `data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}\n\n`;
    const url = await aServer((_request, response) => {
      let left = 16 * megabytes;
      const send = (): void => {
        while (left > 0) if ((left--, !response.write(event))) return;
        response.end('data: {"choices": [{"finish_reason": "stop"}]}\n\n');
      };
      response.on('drain', send);
      send();
    });
    const llm = `{provider: local, model: m, base_url: "${url}"}`;
    return stepsOf(`type: chat, llm: ${llm}, messages: [{role: user, content: a}]`);
  },
  jq: ({ megabytes }) => {
    const results = `('x' * ${MB}) as $x | range(${megabytes}) | $x`.replaceAll("'", '"');
    return stepsOf(`type: jq, command: '${results}', script: 'null'`);
  },
  shell: ({ megabytes }) => stepsOf(printing(megabytes)),
  'shell with a secret': ({ folder, megabytes }) => {
    writeFileSync(join(folder, 'secret'), 'a-secret-4711');
    const secret = `secrets: [{name: WORD, provider: file, key: ${folder}/secret}]\n`;
    return secret + stepsOf(printing(megabytes));
  },
};

const printing = (megabytes: number): string => `command: "${printed(megabytes)}"`;

const printed = (megabytes: number): string =>
  `yes 'one line of very many' | head -c ${megabytes * MB}`;

const stepsOf = (...steps: readonly string[]): string =>
  `steps:\n${steps.map((step, index) => `  - {name: s${index}, ${step}}\n`).join('')}`;

/** Not every computer has them. */
const needed: Readonly<Record<string, CounterpartName>> = {
  ...{ docker: 'docker', postgres: 'postgres', redis: 'redis', sftp: 'sshd', ssh: 'sshd' },
};
const types = Object.keys(moves).filter((type) => {
  const counterpart = needed[type];
  return counterpart === undefined || findCounterpart(counterpart) !== null;
});

// Only Linux tells the peak of another process.
it.runIf(process.platform === 'linux').each(types)(
  'the engine holds nothing of what a step of %s moves, and its program little',
  async (type) => {
    const engine = await serveEngine(temporaryConfig());
    // What the engine loads for its first run of a type is none of what that moves.
    await runOf(engine, { type, megabytes: 1 });
    const before = residentMb(engine);

    const peaksMb = await runOf(engine, { type, megabytes: MEGABYTES });

    expect(Math.max(...peaksMb)).toBeLessThan(MAX_STEP_MB);
    expect(peakMb(engine) - before).toBeLessThan(MAX_GROWTH_MB);
  },
  PATIENCE_MS,
);

interface Wanted {
  readonly type: string;
  readonly megabytes: number;
}

/** Runs it to its end, which is a good one. Returns what its steps had in memory at most, in MB. */
async function runOf(
  { url }: ServedEngine,
  { type, megabytes }: Wanted,
): Promise<readonly number[]> {
  const folder = temporaryFolder('large');
  const source = join(folder, 'source');
  writeFileSync(source, '');
  truncateSync(source, megabytes * MB);
  const spec = await moves[type]?.({ folder, source, megabytes });
  const events = await fetch(`${url}/events?name=large`);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'large', spec });
  const started = await fetch(`${url}/dag-runs`, { method: 'POST', headers, body });
  const { dagRunId } = (await started.json()) as { readonly dagRunId: string };
  await untilEnded(events);
  const answer = await fetch(`${url}/dag-runs/large/${dagRunId}`);
  const { dagRun } = (await answer.json()) as Run;
  expect(dagRun.statusLabel).toBe('succeeded');
  return dagRun.nodes.map(({ usage }) => (usage?.peakMemoryBytes ?? 0) / MB);
}

/** Waits for the one run of a stream. To ask for it again and again would grow the engine by what its answers take. */
async function untilEnded({ body }: Response): Promise<void> {
  const stream = body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of stream ?? []) {
    if (event !== 'run.changed') continue;
    const { run } = JSON.parse(data) as Extract<EngineEvent, { type: 'run.changed' }>;
    if (!['not_started', 'queued', 'running'].includes(run.statusLabel)) return;
  }
  throw new Error('The stream ended before the run.');
}

interface Run {
  readonly dagRun: Pick<RunDetail, 'statusLabel' | 'nodes'>;
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
