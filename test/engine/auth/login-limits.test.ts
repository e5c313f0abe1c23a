import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLoginLimits, type Attempt } from '../../../engine/auth/login-limits.ts';
import type { Config } from '../../../engine/config/config.ts';
import { EngineError } from '../../../engine/contract/errors.ts';
import { inLines } from '../../../engine/lib/in-lines.ts';
import { temporaryConfig } from '../../support/home.ts';
import { manualClock } from '../api/manual-clock.ts';

const rateLimiting: Config['rateLimiting'] = {
  enabled: 'on',
  loginAttempts: 3,
  windowMs: 60_000,
  blockMs: 300_000,
};
const [here, elsewhere] = ['192.0.2.1', '198.51.100.2'];

function limitsWith(overrides: Partial<Config> = {}) {
  const clock = manualClock();
  const config = temporaryConfig({ rateLimiting, ...overrides });
  const inLine = inLines({ most: 100, refuse: () => new Error('full') });
  const limits = createLoginLimits({ config, clock, inLine });
  /** The seconds to wait; 0 for one that may try. */
  const wait = (username: string, origin = here, place: Partial<Attempt> = {}): number => {
    try {
      limits.check({ username, origin, ...place });
      return 0;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      expect(error.code).toBe('rate_limited');
      return error.extras.details?.['retryAfter'] as number;
    }
  };
  /** Tries, if that is possible. */
  const attempt = (username: string, origin = here, isRight = false): number => {
    const seconds = wait(username, origin);
    if (seconds === 0) limits.note({ username, origin }, isRight);
    return seconds;
  };
  const fail = (times: number, username: string, origin = here): void => {
    for (let time = 1; time <= times; time += 1) limits.note({ username, origin }, false);
  };
  return { clock, limits, wait, attempt, fail };
}

const auto = { ...rateLimiting, enabled: 'auto' } as const;

describe('login limits', () => {
  it('let a few attempts pass, then double the wait with each that fails, up to the longest', () => {
    const { attempt, wait, clock } = limitsWith();
    const waits: number[] = [];

    for (let failure = 1; failure <= 13; failure += 1) {
      expect(attempt('ann')).toBe(0);
      waits.push(wait('ann'));
      clock.advance(1000 * wait('ann'));
    }

    expect(waits).toEqual([0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  it('let the right password in from elsewhere, whatever is tried here', () => {
    const { fail, wait } = limitsWith();

    fail(20, 'ann');

    expect(wait('ANN')).toBe(300);
    expect(wait('ann', elsewhere)).toBe(0);
  });

  it('slow an address down, whatever the names', () => {
    const { attempt, wait } = limitsWith();
    ['a', 'b', 'c', 'd'].forEach((name) => attempt(name));

    expect(wait('e')).toBe(1);
    expect(wait('e', elsewhere)).toBe(0);
  });

  it('know a name however its accents are written', () => {
    const { fail, wait } = limitsWith({ allowedHosts: ['dags.example'], rateLimiting: auto });
    ['jos\u00E9', 'jose\u0301', 'JOSE\u0301'].forEach((name) => fail(1, name, '127.0.0.1'));

    expect(wait('jos\u00E9', '127.0.0.1')).toBe(1);
  });

  it('forget the slips of who then comes in, and no others', () => {
    const { fail, wait, limits } = limitsWith();
    fail(2, 'ann');
    fail(3, 'bob');

    limits.note({ username: 'ann', origin: here }, true);

    expect(wait('ann')).toBe(1);
    limits.note({ username: 'BOB', origin: here }, true);
    expect([wait('ann'), wait('bob')]).toEqual([0, 0]);
    fail(1, 'bob');
    expect(wait('bob')).toBe(0);
  });

  it('keep what was tried here when the name comes in from elsewhere', () => {
    const { fail, wait, limits } = limitsWith();
    fail(5, 'ann');

    limits.note({ username: 'ann', origin: elsewhere }, true);

    expect(wait('ann')).toBe(4);
  });

  it('do not let one who has a password guess that of another for ever', () => {
    const { attempt, clock } = limitsWith();
    let guesses = 0;

    for (let second = 0; second < 300; second += 1) {
      clock.advance(1000);
      if (attempt('victim') === 0) guesses += 1;
      attempt('attacker', here, true);
    }

    expect(guesses).toBe(11);
  });

  it('forget failures when there was none for the time of the window after the wait', () => {
    const { fail, wait, clock } = limitsWith();
    fail(4, 'ann');

    clock.advance(61_999);
    fail(1, 'ann');
    const before = wait('ann');
    clock.advance(4_000 + 60_000);
    fail(2, 'ann');

    expect(before).toBe(4);
    expect(wait('ann')).toBe(0);
  });

  it('last longer than a day where that is asked for', () => {
    const { fail, wait, clock } = limitsWith({
      rateLimiting: { ...rateLimiting, blockMs: 172_800_000 },
    });
    fail(30, 'ann');

    clock.advance(129_600_000);

    expect(wait('ann')).toBe(43_200);
  });

  it.each(['2001:db8:1:2::', '2001:db8:1:2:a:b:c:d', '2001:DB8:1:2::1'])(
    'count the addresses of one network of IPv6 together: %s',
    (other) => {
      const { fail, wait } = limitsWith();
      ['a', 'b', 'c'].forEach((name) => fail(1, name, '2001:db8:1:2:ffff::1'));

      expect(wait('d', other.toLowerCase())).toBe(1);
      expect(wait('d', '2001:db8:1:3::1')).toBe(0);
    },
  );

  it.each([
    ['on', { host: '127.0.0.1' }, 1],
    ['off', { host: '0.0.0.0', rateLimiting: { ...rateLimiting, enabled: 'off' as const } }, 0],
    ['auto, on a server for this machine', { host: 'localhost', rateLimiting: auto }, 0],
    ['auto, on a server for the network', { host: '0.0.0.0', rateLimiting: auto }, 1],
    ['auto, behind a proxy', { allowedHosts: ['dags.example'], rateLimiting: auto }, 1],
  ])('count when they are %s', (_title, config, seconds) => {
    const { fail, wait } = limitsWith(config);
    fail(3, 'ann');

    expect(wait('ann')).toBe(seconds);
  });

  it('count what comes through a proxy that nobody has named', () => {
    const { limits, wait } = limitsWith({ host: 'localhost', rateLimiting: auto });
    const attempt = { username: 'ann', origin: '127.0.0.1', isProxied: true };
    [1, 2, 3].forEach(() => limits.note(attempt, false));

    expect(wait('ann', '127.0.0.1', { isProxied: true })).toBe(1);
    expect(wait('ann', '127.0.0.1')).toBe(0);
  });

  it('do not slow all users of a proxy down for one who guesses', () => {
    const { fail, wait } = limitsWith({ allowedHosts: ['dags.example'], rateLimiting: auto });
    ['a', 'b', 'c'].forEach((name) => fail(5, name, '127.0.0.1'));

    expect(wait('d', '127.0.0.1')).toBe(0);
  });

  it('judge what comes from one place one by one, so that many at once are no way around them', async () => {
    const { limits } = limitsWith();
    let compared = 0;
    const wrong = async (): Promise<boolean> => {
      compared += 1;
      await new Promise(setImmediate);
      return false;
    };
    const place = { origin: here };

    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        limits.attempt({ username: `u${at}`, ...place }, wrong),
      ),
    );

    expect(compared).toBe(3);
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(all.at(-1)).toMatchObject({ reason: { code: 'rate_limited' } });
  });

  it('let nobody wait for what is tried elsewhere', async () => {
    const { limits } = limitsWith();
    const slow = Promise.withResolvers<boolean>();
    const guess = limits.attempt({ username: 'ann', origin: here }, () => slow.promise);

    expect(await limits.attempt({ username: 'ann', origin: elsewhere }, async () => true)).toBe(
      true,
    );
    slow.resolve(false);
    expect(await guess).toBe(false);
  });

  it('never let more guesses through in the time of a window than the waits leave room for', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(pauses, (steps) => {
        const { attempt, clock } = limitsWith();
        const admitted: number[] = [];
        for (const step of steps) {
          clock.advance(step);
          if (attempt('ann') === 0) admitted.push(clock.now());
        }

        // Three are free, and the waits of one to thirty-two seconds leave room for five more in a minute.
        for (const since of admitted) {
          const within = admitted.filter((at) => at >= since && at < since + 60_000);
          expect(within.length).toBeLessThanOrEqual(8);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('never make one wait for what others do at other addresses, whatever the names and outcomes', () => {
    const tries = fc.array(
      fc.record({
        username: fc.constantFrom('ann', 'bob'),
        origin: fc.constantFrom(here, elsewhere, '2001:db8::1'),
        isRight: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(tries, (list) => {
        const { limits, wait } = limitsWith();
        for (const { isRight, ...attempt } of list) limits.note(attempt, isRight);

        expect(wait('ann', '203.0.113.9')).toBe(0);
      }),
    );
  });
});
