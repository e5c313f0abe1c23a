import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OldAge } from '../../../engine/storage/old-age.ts';
import { openDatabase, type Database } from '../../../engine/storage/database.ts';
import { WriteQueue } from '../../../engine/storage/write-queue.ts';
import { silentLogger, type Complaint } from '../../support/engine.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse('2026-06-01T00:00:00Z');

/** A machine with a clock that can be set, and a home that one engine after another serves. */
function aMachine(db: Database = openDatabase(':memory:')) {
  onTestFinished(() => void db.close());
  let wall = NOW;
  let elapsed = 0;
  const complaints: Complaint[] = [];
  const clock = {
    now: () => wall,
    elapsed: () => elapsed,
    slept: () => 0,
    after: () => () => undefined,
  };
  const begin = () => {
    const log = silentLogger(complaints);
    const writes = new WriteQueue(db, { clock, log });
    const ages = new OldAge({ db, writes, clock, log });
    ages.start();
    writes.flush();
    return { ages, commit: () => writes.flush() };
  };
  let engine = begin();
  return {
    complaints,
    isWaiting: () => engine.ages.before(DAY_MS) === null,
    before: (ms: number) => engine.ages.before(ms),
    notice: () => engine.ages.notice(),
    pass: (ms: number) => {
      wall += ms;
      elapsed += ms;
    },
    set: (ms: number) => (wall += ms),
    /** The engine stops, or is killed, and the next one comes after a while. */
    restart: ({ afterMs = 0, isKilled = false } = {}) => {
      if (!isKilled) engine.ages.stop();
      engine.commit();
      wall += afterMs;
      elapsed += afterMs;
      engine = begin();
    },
    commit: () => engine.commit(),
  };
}

describe('what is deleted for its age', () => {
  it('is what is older than it may be, by a clock that goes as time passes', () => {
    const machine = aMachine();

    machine.pass(10 * DAY_MS);

    expect(machine.before(3 * DAY_MS)).toBe(NOW + 7 * DAY_MS);
    expect(machine.notice()).toBe(null);
  });

  it('waits for a day where the clock jumps ahead, which is logged and said with what to do', () => {
    const machine = aMachine();
    machine.pass(HOUR_MS);

    machine.set(3 * HOUR_MS);

    expect(machine.isWaiting()).toBe(true);
    expect(machine.notice()).toBe(
      'Nothing is deleted for its age until 2026-06-02T04:00:00.000Z: the clock says 2026-06-01T04:00:00.000Z, which is 3 h ' +
        'more than this home can account for. If the time is right, there is nothing to do. If it is wrong, set the clock, ' +
        'and enable time synchronization.',
    );
    expect(machine.complaints.map(({ message }) => message)).toEqual([machine.notice()]);
    machine.pass(DAY_MS - 1);
    expect(machine.isWaiting()).toBe(true);
    machine.pass(1);
    expect(machine.isWaiting()).toBe(false);
  });

  it('does not wait for time synchronization, and no longer once the clock is right again', () => {
    const machine = aMachine();

    machine.set(30_000);
    expect(machine.isWaiting()).toBe(false);
    machine.set(400 * DAY_MS);
    machine.pass(HOUR_MS);
    expect(machine.isWaiting()).toBe(true);
    machine.set(-400 * DAY_MS);
    expect(machine.isWaiting()).toBe(false);
    // Back, and to where it was: nothing was ahead of what has passed.
    machine.set(-3 * HOUR_MS);
    expect(machine.isWaiting()).toBe(false);
    machine.set(3 * HOUR_MS);
    expect(machine.isWaiting()).toBe(false);
  });

  it.each([true, false])(
    'waits at a start more than a day after what was recorded last (killed: %s)',
    (isKilled) => {
      const machine = aMachine();
      machine.pass(HOUR_MS);

      machine.restart({ afterMs: DAY_MS - HOUR_MS, isKilled });
      expect(machine.isWaiting()).toBe(false);
      machine.restart({ afterMs: DAY_MS + 1, isKilled });
      expect(machine.isWaiting()).toBe(true);
      machine.pass(DAY_MS);
      expect(machine.isWaiting()).toBe(false);
    },
  );

  it('waits on after a restart or a kill, whatever was recorded meanwhile', () => {
    const machine = aMachine();
    machine.set(400 * DAY_MS);
    expect(machine.isWaiting()).toBe(true);
    machine.commit();
    machine.pass(HOUR_MS);

    machine.restart();
    expect(machine.isWaiting()).toBe(true);
    machine.pass(HOUR_MS);
    machine.restart({ isKilled: true });
    expect(machine.isWaiting()).toBe(true);
    machine.pass(DAY_MS);
    expect(machine.isWaiting()).toBe(false);
  });

  it('waits again at each boot with a wrong clock that is set right later', () => {
    const machine = aMachine();
    for (let boot = 0; boot < 3; boot += 1) {
      machine.set(400 * DAY_MS);
      machine.restart();
      expect(machine.isWaiting()).toBe(true);
      machine.pass(60_000);
      machine.set(-400 * DAY_MS);
      expect(machine.isWaiting()).toBe(false);
    }
  });

  it('does not wait for ever on a machine that is halted each night', () => {
    const machine = aMachine();
    const days = Array.from({ length: 10 }, () => {
      machine.set(8 * HOUR_MS);
      const isWaiting = Array.from({ length: 16 }, () => {
        machine.pass(HOUR_MS);
        return machine.isWaiting();
      });
      return isWaiting.includes(false);
    });

    expect(days.filter((isFree) => isFree).length).toBeGreaterThan(2);
  });

  it('goes by the newest record in a home of an earlier version, and waits for nothing in a new one', () => {
    const db = openDatabase(':memory:');
    db.prepare('INSERT INTO resource_sample VALUES (?, 1, 1, 1, 1)').run(NOW - 2 * DAY_MS);

    expect(aMachine(db).isWaiting()).toBe(true);
    expect(aMachine().isWaiting()).toBe(false);
  });

  it('never goes by a clock that somebody has set ahead, whatever else happens within a day', () => {
    const step = fc.record({
      what: fc.constantFrom('pass', 'ahead', 'back', 'restart', 'kill'),
      minutes: fc.integer({ min: 2, max: 600 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const machine = aMachine();
        // What time it would be had nobody set the clock.
        let right = NOW;
        for (const { what, minutes } of steps) {
          const ms = minutes * 60_000;
          if (what === 'pass') {
            machine.pass(ms);
            right += ms;
          } else if (what === 'ahead') machine.set(ms);
          else if (what === 'back') machine.set(-ms);
          else machine.restart({ isKilled: what === 'kill' });
          const now = machine.before(0);
          if (now === null || right >= NOW + DAY_MS) continue;
          expect(now).toBeLessThanOrEqual(right + steps.length * 60_000);
        }
      }),
      { numRuns: 50 },
    );
  });
});
