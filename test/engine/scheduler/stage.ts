import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../engine/config/config.ts';
import type { Slot } from '../../../engine/contract/schedule.ts';
import { anEngine, eventually, hasEnded, type TestEngine } from '../../support/engine.ts';
import { temporaryConfig } from '../../support/home.ts';
import { travelClock, type TravelClock } from '../../support/travel-clock.ts';

export const HOUR = 3_600_000;

export const hourly = (rest = ''): string =>
  `schedule: "0 * * * *"\n${rest}steps:\n  - name: one\n    command: echo "\${WHO:-nobody}"\n`;
export const endless = (rest = ''): string =>
  `schedule: "0 * * * *"\n${rest}steps:\n  - name: one\n    command: sleep 60\n`;

/** A home with definitions in it. */
export interface Home {
  readonly config: Config;
  readonly write: (name: string, definition: string) => void;
}

export function aHome(settings: Partial<Config> = {}): Home {
  const config = temporaryConfig({ timezone: 'UTC', ...settings });
  return {
    config,
    write: (name, definition) => {
      mkdirSync(config.paths.dagsDir, { recursive: true });
      writeFileSync(join(config.paths.dagsDir, `${name}.yaml`), definition);
    },
  };
}

interface Moment {
  readonly engine: TestEngine;
  readonly clock: TravelClock;
}

type Prepare = (engine: TestEngine) => Promise<unknown>;

/** An engine a moment before a time: it is there, and all is prepared, however long that took. */
export async function justBefore(
  { config }: Pick<Home, 'config'>,
  time: string,
  prepare: Prepare = () => Promise.resolve(),
): Promise<Moment> {
  const at = Date.parse(time);
  const clock = travelClock(new Date(at - 600_000).toISOString());
  const engine = await anEngine({ config, clock });
  await prepare(engine);
  clock.set(at - 300 - clock.now());
  engine.wake();
  return { engine, clock };
}

export const beforeEleven = (home: Home, prepare?: Prepare): Promise<Moment> =>
  justBefore(home, '2026-03-10T11:00:00Z', prepare);

/** Waits until no run of a DAG is active. */
export async function atRest(engine: TestEngine, name: string): Promise<void> {
  await eventually(async () => {
    const { dagRuns } = await engine.client.call('runs.list', { name });
    return dagRuns.every(hasEnded);
  }, 'all runs have ended');
}

export async function slotsOf(engine: TestEngine, fileName: string): Promise<Slot[]> {
  const { slots } = await engine.client.call('dags.slots', { fileName });
  return slots;
}

/** The slots of a DAG, oldest first, once there are so many that are not pending. */
export async function decided(
  engine: TestEngine,
  fileName: string,
  count: number,
): Promise<Slot[]> {
  let slots: Slot[] = [];
  await eventually(async () => {
    slots = (await slotsOf(engine, fileName)).toReversed();
    return slots.filter(({ fate }) => fate !== 'pending').length >= count;
  }, `${count} slots of ${fileName} are decided`);
  return slots;
}

/** A slot in a few words. */
export const short = ({ kind, time, fate, reason }: Slot): string =>
  `${time.slice(11, 16)} ${kind} ${fate} ${reason}`;
