import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { startOf } from '../../../engine/dag/jitter.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { eventually } from '../../support/engine.ts';
import { forkEngine, type ForkedEngine } from '../../support/fork-engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { justBefore } from './stage.ts';

const MINUTE = 60_000;
const timeText = (at: number): string => new Date(at).toISOString();
const isPast = (at: number) => (): boolean => systemClock.now() >= at;

/** A home with a DAG that leaves a line each time its step runs. */
function aHome(name: string, settings = ''): { config: Config; times: () => number } {
  const config = temporaryConfig({ timezone: 'UTC' });
  const ran = join(temporaryFolder(), 'ran');
  mkdirSync(config.paths.dagsDir, { recursive: true });
  writeFileSync(
    join(config.paths.dagsDir, `${name}.yaml`),
    `${settings}steps:\n  - command: echo once >> ${ran}\n`,
  );
  const times = (): number =>
    existsSync(ran) ? readFileSync(ran, 'utf8').split('\n').length - 1 : 0;
  return { config, times };
}

async function statusesOf({ call }: ForkedEngine, name: string): Promise<string[]> {
  const { dagRuns } = await call('runs.list', { name });
  return dagRuns.map(({ statusLabel }) => statusLabel);
}

async function untilBegun(engine: ForkedEngine, name: string): Promise<void> {
  const begun = async () => (await statusesOf(engine, name)).some((status) => status !== 'queued');
  await eventually(begun, 'the run has begun');
}

async function untilEnded(engine: ForkedEngine, name: string): Promise<void> {
  const ended = async () => (await statusesOf(engine, name)).join() === 'succeeded';
  await eventually(ended, 'its one run has ended');
}

describe('a start at a time, under an engine that is killed', () => {
  async function planned(inMs: number) {
    const home = aHome('etl');
    const engine = await forkEngine(home.config);
    const at = systemClock.now() + inMs;
    await engine.call('dags.start', { fileName: 'etl', at: timeText(at) });
    return { ...home, engine, at };
  }

  it('happens once where the next engine comes before its time', async () => {
    const { config, times, engine, at } = await planned(8000);
    await engine.kill();

    const next = await forkEngine(config);
    await untilEnded(next, 'etl');
    await next.kill();
    const last = await forkEngine(config);

    const { dagRuns } = await last.call('runs.list', { name: 'etl' });
    expect(dagRuns).toMatchObject([{ statusLabel: 'succeeded', plannedAt: timeText(at) }]);
    expect(Date.parse(dagRuns[0]?.startedAt ?? '')).toBeGreaterThanOrEqual(at);
    expect(times()).toBe(1);
  });

  it('happens once where the next engine comes after its time', async () => {
    const { config, times, engine, at } = await planned(1500);
    await engine.kill();
    await eventually(isPast(at), 'its time has passed');

    const next = await forkEngine(config);
    await untilEnded(next, 'etl');

    expect(times()).toBe(1);
  });

  it('happens once where the engine is killed as it begins', async () => {
    const { config, times, engine } = await planned(2000);
    await untilBegun(engine, 'etl');
    await engine.kill();

    const next = await forkEngine(config);
    await untilEnded(next, 'etl');

    expect(times()).toBe(1);
  });
});

describe('a start that jitter_sec puts off, under an engine that is killed', () => {
  const jitterSec = 600;

  /** A home whose slot of the last full minute is put off for so long from now, at the least. */
  async function putOff(inMs: number) {
    const at = Math.floor(systemClock.now() / MINUTE) * MINUTE;
    const soonest = systemClock.now() + inMs;
    const name = nameOf((start) => start > soonest && start < soonest + 2000, at);
    const date = new Date(at);
    const line = `${date.getUTCMinutes()} ${date.getUTCHours()} * * *`;
    const home = aHome(name, `schedule: "${line}"\njitter_sec: ${jitterSec}\n`);
    const { engine } = await justBefore(home, timeText(at));
    const slots = async () => (await engine.client.call('dags.slots', { fileName: name })).slots;
    await eventually(async () => (await slots()).length > 0, 'the slot is put off');
    await engine.stop();
    return { ...home, name, startsAt: startOf(at, { dagName: name, jitterSec }) };
  }

  function nameOf(isGood: (start: number) => boolean, at: number): string {
    for (let number = 0; ; number += 1) {
      const dagName = `etl-${number}`;
      if (isGood(startOf(at, { dagName, jitterSec }))) return dagName;
    }
  }

  async function slotsOf({ call }: ForkedEngine, fileName: string) {
    return (await call('dags.slots', { fileName })).slots.map(({ fate, reason }) => [fate, reason]);
  }

  it('happens once where the next engine comes before its time', async () => {
    const { config, times, name, startsAt } = await putOff(12_000);
    const engine = await forkEngine(config);
    await engine.kill();

    const next = await forkEngine(config);
    await untilEnded(next, name);
    await next.kill();
    const last = await forkEngine(config);

    expect((await slotsOf(last, name)).map(([fate]) => fate)).toEqual(['ran']);
    const { dagRuns } = await last.call('runs.list', { name });
    expect(Date.parse(dagRuns[0]?.startedAt ?? '')).toBeGreaterThanOrEqual(startsAt);
    expect([dagRuns.length, times()]).toEqual([1, 1]);
  });

  it('happens once where the next engine comes just after its time', async () => {
    const { config, times, name, startsAt } = await putOff(6000);
    const engine = await forkEngine(config);
    await engine.kill();
    await eventually(isPast(startsAt), 'its time has passed');

    const next = await forkEngine(config);
    await untilEnded(next, name);

    expect((await slotsOf(next, name)).map(([fate]) => fate)).toEqual(['ran']);
    expect(times()).toBe(1);
  });

  it('happens once where the engine is killed as it begins', async () => {
    const { config, times, name } = await putOff(6000);
    const engine = await forkEngine(config);
    await untilBegun(engine, name);
    await engine.kill();

    const next = await forkEngine(config);
    await untilEnded(next, name);

    expect((await slotsOf(next, name)).map(([fate]) => fate)).toEqual(['ran']);
    expect(times()).toBe(1);
  });
});
