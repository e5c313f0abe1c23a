import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  anEngine,
  endOf,
  logOf,
  nodeOf,
  runToEnd,
  runUntil,
  startInline,
  untilLogHolds,
} from '../../support/engine.ts';
import { forkEngine } from '../../support/fork-engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { aServer } from '../../support/http-server.ts';
import { asking } from './asking.ts';

describe('a secret in a request', () => {
  it('stands in no command line, no file and no log while the request goes on', async () => {
    const secret = 'token-4711-http';
    const file = join(temporaryFolder('secret'), 'token.txt');
    writeFileSync(file, secret);
    let told = '';
    let finish = (): void => undefined;
    const server = await aServer((asked, answer) => {
      told = asked.headers.authorization ?? '';
      answer.writeHead(500, { 'x-echo': told });
      answer.write(`you said ${told}\n`);
      finish = () => void answer.end();
    });
    const headers = '{Authorization: "Bearer ${TOKEN}"}';
    const spec = `secrets: [{name: TOKEN, provider: file, key: ${file}}]\n${asking(`GET ${server}/\${TOKEN}`, `config: {headers: ${headers}}`)}`;

    const started = await startInline(spec);
    await untilLogHolds(started, 's', 'you said');
    const inLines = commandLines().filter((line) => line.includes(secret));
    const inFiles = filesOf(started.engine.config.paths.dataDir).filter((each) =>
      holds(each, secret),
    );
    finish();
    const run = await endOf(started);

    expect(told).toBe(`Bearer ${secret}`);
    expect([inLines, inFiles]).toEqual([[], []]);
    expect(await logOf(run, 's')).toContain('you said Bearer *******');
    expect(JSON.stringify(run.run)).not.toContain(secret);
    const wrong = await runToEnd(spec.replace(`GET ${server}/`, 'GET '));
    expect(wrong.node('s').error).toBe('"*******" is not a valid URL');
  });
});

describe('a request that goes on', () => {
  /** A server that answers when it is told to, and tells of whoever went away before. */
  async function patientServer() {
    const asked = Promise.withResolvers<() => void>();
    const gone = Promise.withResolvers<void>();
    const address = await aServer((request, answer) => {
      request.on('close', () => gone.resolve());
      answer.writeHead(200).write('begun\n');
      asked.resolve(() => void answer.end('done\n'));
    });
    return { address, asked: asked.promise, gone: gone.promise };
  }

  it('is ended by a stop', async () => {
    const { address, asked, gone } = await patientServer();
    const started = await startInline(asking(`GET ${address}/`));
    await asked;

    const { name, dagRunId } = started;
    await started.engine.client.call('runs.stop', { name, dagRunId });
    const { node } = await endOf(started);

    await gone;
    expect(node('s').statusLabel).toBe('aborted');
  });

  it('is ended by the time limit of its step', async () => {
    const { address } = await patientServer();

    const run = await runToEnd(asking(`GET ${address}/`, 'timeout_sec: 1'));

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 124 });
  });

  it('outlives a killed engine, and the next one tells how it ended', async () => {
    const { address, asked } = await patientServer();
    const config = temporaryConfig();
    const run = { name: 'test', dagRunId: 'crashed' };
    const work = join(config.paths.dataDir, 'work');
    const first = await forkEngine(config);
    const spec = `${asking(`GET ${address}/`, 'config: {silent: true}', 'output: OUT')}  - {name: after, command: 'echo "got $OUT"; ls ${work}/*'}\n`;
    await first.call('runs.start', { spec, ...run });
    const answer = await asked;

    await first.kill();
    // As if the program had not come to take it away.
    writeFileSync(join(work, readdirSync(work)[0] ?? '', '0-1.input'), '{}');
    const next = await anEngine({ config });
    await runUntil({ engine: next, ...run }, (seenRun) => seenRun.statusLabel === 'running');
    answer();
    const { run: detail, ...rest } = await endOf({ engine: next, ...run });

    expect(nodeOf(detail, 's')).toMatchObject({ statusLabel: 'succeeded', attempts: 1 });
    const said = await logOf(rest, 'after');
    expect(said).toMatch(/^got begun\ndone\n/);
    expect(said).not.toContain('.input');
  });
});

function commandLines(): readonly string[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [readFileSync(`/proc/${name}/cmdline`, 'latin1')] : [];
    } catch {
      return []; // Ended meanwhile.
    }
  });
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

function holds(file: string, text: string): boolean {
  return readFileSync(file).includes(text);
}
