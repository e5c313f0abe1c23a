import { describe, expect, it } from 'vitest';
import { anEngine, type TestEngine } from '../../support/engine.ts';
import { travelClock } from '../../support/travel-clock.ts';
import { aHome, atRest, decided, short, slotsOf, type Home } from './stage.ts';

const HOUR = 3_600_000;

const atBoot = (rest = ''): string => `schedule: "@reboot"\n${rest}steps:\n  - command: "true"\n`;

/** One engine after another on a machine, by the ids of its boots and the hours at which each starts. */
function aMachine(home: Home) {
  let last: TestEngine | undefined;
  return async (bootId: string, hour: number): Promise<TestEngine> => {
    await last?.stop();
    const start = Date.parse('2026-03-10T00:00:30Z') + hour * HOUR;
    const clock = travelClock(new Date(start).toISOString());
    last = await anEngine({ config: home.config, bootId, clock });
    return last;
  };
}

describe('a DAG with @reboot', () => {
  it('starts once with each boot of the machine, at the start of the engine', async () => {
    const home = aHome();
    home.write('etl', atBoot());
    const engineAt = aMachine(home);

    const first = await engineAt('one', 0);
    const before = await slotsOf(first, 'etl');
    const second = await engineAt('two', 1);
    await decided(second, 'etl', 1);
    await atRest(second, 'etl');
    const third = await engineAt('two', 2);
    const again = await slotsOf(third, 'etl');
    const fourth = await engineAt('three', 3);
    const slots = await decided(fourth, 'etl', 2);

    expect(before).toEqual([]);
    expect(again).toHaveLength(1);
    expect(slots.map(short)).toEqual(['01:00 start ran on_time', '03:00 start ran on_time']);
  });

  it('is not due at the boot in which it got that line', async () => {
    const home = aHome();
    const engineAt = aMachine(home);
    await engineAt('one', 0);
    home.write('etl', atBoot());

    const next = await engineAt('one', 1);

    expect(await slotsOf(next, 'etl')).toEqual([]);
    expect((await next.client.call('dags.why', { fileName: 'etl' })).sentence).toContain(
      'It starts with the next boot of the machine.',
    );
  });
});
