import { describe, expect, it } from 'vitest';
import { ClockWatch } from '../../../engine/scheduler/clock-watch.ts';

const MINUTE = 60_000;

/** A watch over two clocks that the test moves; it has planned to look in five seconds. */
function aWatch() {
  let [wall, elapsed, slept] = [1_000_000, 0, 0];
  const clock = {
    now: () => wall,
    elapsed: () => elapsed,
    slept: () => slept,
    after: () => () => undefined,
  };
  const watch = new ClockWatch(clock);
  watch.look();
  watch.plan(5000);
  return {
    watch,
    /** Both clocks go on. */
    pass: (ms: number) => {
      wall += ms;
      elapsed += ms;
    },
    sleep: (ms: number) => {
      wall += ms;
      elapsed += ms;
      slept += ms;
    },
    set: (ms: number) => {
      wall += ms;
    },
  };
}

describe('ClockWatch', () => {
  it('has nothing to say of looks that come when they were planned, or a little later', () => {
    const { watch, pass } = aWatch();
    pass(9000);

    expect(watch.look()).toEqual({ now: 1_009_000, downtimes: [], wasSetBack: false });
  });

  it('takes time that passed without a look for sleep where the machine has slept', () => {
    const { watch, sleep } = aWatch();
    sleep(90 * MINUTE);

    const { downtimes } = watch.look();

    expect(downtimes).toEqual([{ from: 1_000_000, to: 1_000_000 + 90 * MINUTE, cause: 'asleep' }]);
  });

  it('tells an engine that was stopped from a machine that slept', () => {
    const { watch, pass, sleep } = aWatch();
    pass(30 * MINUTE);
    sleep(MINUTE);

    const { downtimes } = watch.look();

    expect(downtimes).toEqual([
      { from: 1_000_000, to: 1_000_000 + 31 * MINUTE, cause: 'engine_held' },
    ]);
  });

  it('tells a clock that was set forward from sleep', () => {
    const { watch, pass, set } = aWatch();
    pass(5000);
    set(90 * MINUTE);

    const { downtimes } = watch.look();

    expect(downtimes).toEqual([
      { from: 1_005_000, to: 1_005_000 + 90 * MINUTE, cause: 'clock_forward' },
    ]);
  });

  it('sees both when both happened', () => {
    const { watch, sleep, set } = aWatch();
    sleep(10 * MINUTE);
    set(20 * MINUTE);

    expect(watch.look().downtimes.map(({ cause }) => cause)).toEqual(['asleep', 'clock_forward']);
  });

  it('sees that the clock was set back, also during sleep', () => {
    const { watch, sleep, set } = aWatch();
    sleep(10 * MINUTE);
    set(-MINUTE);

    expect(watch.look()).toMatchObject({ wasSetBack: true, downtimes: [{ cause: 'asleep' }] });
  });

  it('forgives a clock that is corrected by a second or two', () => {
    const { watch, pass, set } = aWatch();
    pass(5000);
    set(-1500);

    expect(watch.look()).toMatchObject({ wasSetBack: false, downtimes: [] });
  });

  it('is not talked out of a sleep by a plan that is made before anybody has looked', () => {
    const { watch, pass } = aWatch();
    pass(10 * MINUTE);
    watch.plan(1000);
    pass(1000);

    expect(watch.look().downtimes).toHaveLength(1);
  });
});
