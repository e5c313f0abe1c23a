import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { secretMask } from '../../../engine/dag/sealed-text.ts';
import { createEngine, type Engine } from '../../../engine/index.ts';
import {
  endOf,
  endProcessesOf,
  eventually,
  hasEnded,
  logOf,
  runUntil,
  type TestEngine,
  takingHandles,
} from '../../support/engine.ts';
import { forkEngine } from '../../support/fork-engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import {
  CANARY,
  engineVariables,
  key,
  killed,
  leaky,
  refused,
  rejected,
  token,
  tooLarge,
  unasked,
  type Sources,
} from './leaky-definitions.ts';
import { everythingAbout, filesWith, found, keepingLogger, type Finding } from './look-for.ts';

/** An engine that is listened to. */
interface Watched {
  readonly engine: TestEngine;
  readonly config: Config;
  /** Everything that it says by itself. */
  readonly said: string[];
}

const home = (config: Config): string => dirname(config.paths.dataDir);

async function aWatchedEngine(config = temporaryConfig()): Promise<Watched> {
  const said: string[] = [];
  const engine: Engine = takingHandles(await createEngine({ config, log: keepingLogger(said) }));
  engine.subscribe({}, (event) => said.push(JSON.stringify(event)));
  onTestFinished(async () => {
    await engine.stop();
    endProcessesOf(config);
  });
  return { engine: { ...engine, config, complaints: [] }, config, said };
}

/** The secrets lie outside of the home; what the steps leave lies in it. */
function sourcesFor(config: Config): Sources {
  const outside = temporaryFolder('secrets');
  const workFolder = join(home(config), 'left-by-steps');
  mkdirSync(workFolder, { recursive: true });
  const sources = {
    keyFile: join(outside, 'key.pem'),
    dotenv: join(outside, 'canary.env'),
    workFolder,
  };
  writeFileSync(sources.keyFile, key);
  writeFileSync(sources.dotenv, `FROM_DOTENV='${token}'\n`);
  return sources;
}

function store({ paths }: Config, name: string, spec: string): void {
  mkdirSync(paths.dagsDir, { recursive: true });
  writeFileSync(join(paths.dagsDir, `${name}.yaml`), spec);
}

/** All places where the canary is, the answers about a run and what the engine said by itself among them. */
async function findings(
  { engine, config, said }: Watched,
  run: { readonly name: string; readonly dagRunId: string },
): Promise<readonly Finding[]> {
  const answers = await everythingAbout(engine, { name: run.name, dagRunId: run.dagRunId });
  expect(answers.size).toBeGreaterThan(10);
  return [
    ...[...answers].flatMap(([about, answer]) => found(about, answer, CANARY)),
    ...said.flatMap((line) => found('said', line, CANARY)),
    ...filesWith(home(config), CANARY),
  ];
}

/** Starts a stored definition with a secret among its parameters. */
async function start({ engine, config }: Watched, name: string, spec: string) {
  store(config, name, spec);
  const params = JSON.stringify({ P: token });
  const { dagRunId } = await engine.client.call('dags.start', { fileName: name, params });
  return { engine, name, dagRunId };
}

beforeEach(() => {
  for (const [name, value] of Object.entries(engineVariables)) vi.stubEnv(name, value);
});

describe('a secret', () => {
  it('is found nowhere, whatever the steps of a run do with it', async () => {
    const watched = await aWatchedEngine();
    const { client } = watched.engine;
    const run = await start(watched, 'leaky', leaky(sourcesFor(watched.config)));

    await runUntil(run, ({ statusLabel }) => statusLabel === 'waiting');
    const inputs = { ANSWER: `${token} and ${key}` };
    await client.call('runs.approve', { ...run, stepName: 'gate', inputs });
    const { node } = await endOf(run);
    await client.call('runs.retry', run);
    const again = await endOf(run);

    expect(node('read').statusLabel).toBe('succeeded');
    expect(node('each').subRuns).toHaveLength(2);
    expect(again.run.attempt).toBe(2);
    expect(await findings(watched, run)).toEqual([]);
    await watched.engine.stop();
    expect(filesWith(home(watched.config), CANARY)).toEqual([]);
  }, 90_000);

  it('reaches the steps that it is meant for, raw', async () => {
    const watched = await aWatchedEngine();
    const sources = sourcesFor(watched.config);
    const outside = join(temporaryFolder('proof'), 'proof');
    const raw = `printf "%s" "$GIVEN" > ${outside}`;
    const spec = leaky(sources).replaceAll(
      'name: deeper,',
      `name: raw, command: '${raw}'}\n  - {name: deeper,`,
    );
    const run = await start(watched, 'leaky', spec);

    await runUntil(run, ({ statusLabel }) => statusLabel === 'waiting');
    await watched.engine.client.call('runs.stop', run);
    await endOf(run);

    expect(filesWith(dirname(outside), token)).toHaveLength(1);
  }, 90_000);

  it.each([
    ['refused', refused, 'aborted'],
    ['unasked', unasked, 'aborted'],
    ['tooLarge', tooLarge, 'failed'],
  ] as const)('is not in the reason of a run that ends badly: %s', async (name, spec, status) => {
    const watched = await aWatchedEngine();
    const run = await start(watched, name, spec(sourcesFor(watched.config)));

    const { run: ended } = await endOf(run);

    expect(ended.statusLabel).toBe(status);
    expect(await findings(watched, run)).toEqual([]);
  });

  it('is not in what a person says of a gate', async () => {
    const watched = await aWatchedEngine();
    const run = await start(watched, 'rejected', rejected(sourcesFor(watched.config)));
    await runUntil(run, ({ statusLabel }) => statusLabel === 'waiting');

    const reason = `${token} is wrong, and so is ${key}`;
    await watched.engine.client.call('runs.reject', { ...run, stepName: 'gate', reason });
    const { run: ended } = await endOf(run);

    expect(ended.nodes[0]?.rejectionReason).toContain('is wrong, and so is');
    expect(await findings(watched, run)).toEqual([]);
  });

  it('is not in a plan of a run, nor in a new run of an old one', async () => {
    const watched = await aWatchedEngine();
    const { client } = watched.engine;
    const spec = leaky(sourcesFor(watched.config));
    const run = await start(watched, 'leaky', spec);
    await runUntil(run, ({ statusLabel }) => statusLabel === 'waiting');
    await client.call('runs.stop', run);
    await endOf(run);

    const plans = [
      await client.call('runs.dryRun', { spec }),
      await client.call('dags.dryRun', { fileName: 'leaky' }),
      await client.call('dags.dryRun', { fileName: 'leaky', params: JSON.stringify({ P: token }) }),
    ];
    const { dagRunId } = await client.call('runs.reschedule', { ...run, newDagRunId: 'again' });
    const again = { ...run, dagRunId };
    await runUntil(again, ({ statusLabel }) => statusLabel === 'waiting');
    await client.call('runs.stop', again);
    await endOf(again);

    const given = `${secretMask} `.repeat(4) + `{"P":"${secretMask}"}`;
    expect(await logOf(again, 'given')).toBe(given);
    expect(plans.flatMap((plan) => found('plan', JSON.stringify(plan), CANARY))).toEqual([]);
    expect(await findings(watched, again)).toEqual([]);
  }, 90_000);

  it('is in no file of an engine that is killed, nor of the one that goes on', async () => {
    const config = temporaryConfig();
    const sources = sourcesFor(config);
    store(config, 'killed', killed(sources));
    const first = await forkEngine(config);
    const { dagRunId } = await first.call('dags.start', {
      fileName: 'killed',
      params: JSON.stringify({ P: token }),
    });
    await eventually(() => existsSync(join(sources.workFolder, 'began')), 'the step has begun');

    const whileItRuns = filesWith(home(config), CANARY);
    await first.kill();
    const afterTheKill = filesWith(home(config), CANARY);
    writeFileSync(join(sources.workFolder, 'go'), '');
    const watched = await aWatchedEngine(config);
    const run = { engine: watched.engine, name: 'killed', dagRunId };
    const ended = await runUntil(run, hasEnded);

    expect(whileItRuns).toEqual([]);
    expect(afterTheKill).toEqual([]);
    expect(ended.nodes.map(({ statusLabel }) => statusLabel)).toEqual([
      'succeeded',
      'succeeded',
      'failed',
    ]);
    expect(await findings(watched, run)).toEqual([]);
  });
});
