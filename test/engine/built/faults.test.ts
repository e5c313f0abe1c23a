import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryConfig } from '../../support/home.ts';
import { builtPrograms, serveEngine, type BuiltProgram } from '../../support/serve-engine.ts';

const NODE_OPTIONS = `--import=${import.meta.resolve('./fault-by-header.ts')}`;
const json = { 'Content-Type': 'application/json' };

/** A built engine with a run that waits for a person. */
async function engineWithRun(program: BuiltProgram) {
  const config = temporaryConfig();
  const engine = await serveEngine(config, { NODE_OPTIONS }, program);
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${engine.url}${path}`, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify(body),
    });
  const spec = 'steps:\n  - name: gate\n    type: hitl\n  - name: after\n    command: echo done\n';
  await post('/dags', { name: 'waits', spec });
  const started = await post('/dags/waits/start', { dagRunId: 'one' });
  expect(await started.json()).toEqual({ dagRunId: 'one' });
  return { ...engine, config, post };
}

const logOf = (config: Config): string =>
  readFileSync(join(dirname(config.paths.configFile), 'engine.log'), 'utf8');

const failures = (config: Config): number => logOf(config).split('error Request failed').length - 1;

async function statusOfRun(url: string): Promise<string> {
  const answer = await fetch(`${url}/dag-runs/waits/one`);
  const { dagRun } = (await answer.json()) as { dagRun: { statusLabel: string } };
  return dagRun.statusLabel;
}

const valid = { spec: 'steps:\n  - command: echo hello\n' };
const before = ['tick', 'microtask', 'data', 'end'];
const within = ['promise', 'timer', 'turn', 'file', 'error', 'finish', 'close', 'after the answer'];

describe.each(builtPrograms)('a fault that comes out of a request to the built %s', (program) => {
  it('is answered 500 where it can be, logged with the request, and ends nothing', async () => {
    const { config, post, url, stop } = await engineWithRun(program);
    let expected = 0;

    for (const fault of before) {
      const answer = await post('/dags/validate?x=secret', valid, { 'x-fault': fault });
      expect({ fault, status: answer.status }).toEqual({ fault, status: 500 });
      expect(await answer.json()).toMatchObject({ code: 'internal_error' });
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expected += 1;
    }
    for (const fault of within) {
      // The answer may have gone out before it.
      const answer = await post('/dags/validate', valid, { 'x-fault': fault });
      expect([200, 500]).toContain(answer.status);
      expected += 1;
      await eventually(() => failures(config) === expected, `${fault} is logged`);
    }
    const broken = post('/dags/validate', valid, { 'x-fault': 'in the answer' });
    await expect(broken.then((answer) => answer.text())).rejects.toThrow();
    await eventually(() => failures(config) === expected + 1, 'all are logged');

    expect(logOf(config)).toMatch(
      /error Request failed .*method=POST.*url=\/api\/v1\/dags\/validate/,
    );
    expect(logOf(config)).toContain('a fault of the test');
    expect(logOf(config)).not.toContain('x=secret');
    // The run has not noticed.
    expect(await statusOfRun(url)).toBe('waiting');
    await post('/dag-runs/waits/one/steps/gate/approve', {});
    await eventually(async () => (await statusOfRun(url)) === 'succeeded', 'the run ends');
    expect(await stop()).toBe(0);
  });

  it('is another matter than one of the engine itself, which the next engine makes good', async () => {
    const { config, pid, exited } = await engineWithRun(program);

    process.kill(pid, 'SIGUSR2');
    expect(await exited).toBe(1);
    expect(logOf(config)).toMatch(/error The engine ends, as an error was not caught/);

    const next = await serveEngine(config, {}, program);
    expect(await statusOfRun(next.url)).toBe('waiting');
    await fetch(`${next.url}/dag-runs/waits/one/steps/gate/approve`, {
      method: 'POST',
      headers: json,
      body: '{}',
    });
    await eventually(async () => (await statusOfRun(next.url)) === 'succeeded', 'the run ends');
  });
});
