import { describe, expect, it } from 'vitest';
import { anEngine, eventually, type TestEngine } from '../../support/engine.ts';
import { travelClock } from '../../support/travel-clock.ts';
import { aHeldCommand, exitIn, recordOf } from '../execution/between-engines.ts';
import { aHome, beforeEleven, decided, short } from './stage.ts';

describe('a run that ended while no engine ran', () => {
  /** The engine of a later time, in the home of one that had begun a run at 11:00 and has not seen its end. */
  async function nextAt(time: string, rest = ''): Promise<TestEngine> {
    const home = aHome();
    const held = aHeldCommand();
    const steps = `steps: [{name: held, command: "${held.command}"}]\n`;
    home.write('etl', `schedule: "0 * * * *"\n${rest}${steps}`);
    const { engine } = await beforeEleven(home);
    await eventually(held.isUp, 'the run has begun');
    await engine.stop();
    held.letGo();
    await exitIn(recordOf(home.config));
    return anEngine({ config: home.config, clock: travelClock(time) });
  }

  it('takes nothing from the slot that is due at the next start', async () => {
    const engine = await nextAt('2026-03-10T12:00:10Z');

    const slots = await decided(engine, 'etl', 2);

    expect(slots.map(short)).toEqual(['11:00 start ran on_time', '12:00 start ran late']);
  });

  it('takes nothing from a slot that is caught up then', async () => {
    const engine = await nextAt('2026-03-10T12:30:00Z', 'catchup_window: 6h\n');

    const slots = await decided(engine, 'etl', 2);

    expect(slots.map(short)).toEqual(['11:00 start ran on_time', '12:00 start ran caught_up']);
  });
});
