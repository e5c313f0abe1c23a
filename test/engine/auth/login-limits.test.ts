import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLoginLimits } from '../../../engine/auth/login-limits.ts';
import type { Config } from '../../../engine/config/config.ts';
import { EngineError } from '../../../engine/contract/errors.ts';
import { temporaryConfig } from '../../support/home.ts';
import { manualClock } from '../api/manual-clock.ts';

const rateLimiting: Config['rateLimiting'] = {
  enabled: 'on',
  loginAttempts: 3,
  windowMs: 60_000,
  blockMs: 300_000,
};
const address = '192.0.2.1';

function limitsWith(overrides: Partial<Config> = {}) {
  const clock = manualClock();
  const config = temporaryConfig({ rateLimiting, ...overrides });
  const limits = createLoginLimits({ config, clock });
  /** The seconds to wait; 0 for one that may try. */
  const attempt = (username: string, origin = address): number => {
    try {
      limits.begin({ username, origin });
      return 0;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      expect(error.code).toBe('rate_limited');
      return error.extras.details?.['retryAfter'] as number;
    }
  };
  return { clock, limits, attempt };
}

const auto = { ...rateLimiting, enabled: 'auto' } as const;

describe('login limits', () => {
  it('block a name after its attempts, wherever they come from, and tell how long', () => {
    const { attempt, clock } = limitsWith();
    ['198.51.100.1', '198.51.100.2', '198.51.100.3'].forEach((origin) => attempt('ann', origin));

    expect(attempt('ANN', '198.51.100.4')).toBe(300);
    clock.advance(100_500);
    expect(attempt('ann', '198.51.100.4')).toBe(200);
    expect(attempt('bob', '198.51.100.4')).toBe(0);
  });

  it('block a name however its accents are written', () => {
    const { attempt } = limitsWith();
    ['jos\u00E9', 'jose\u0301', 'JOSE\u0301'].forEach((name, at) => attempt(name, `192.0.2.${at}`));

    expect(attempt('jos\u00E9', '198.51.100.4')).toBe(300);
  });

  it('block for longer than a day where that is asked for', () => {
    const { attempt, clock } = limitsWith({
      rateLimiting: { ...rateLimiting, blockMs: 172_800_000 },
    });
    [1, 2, 3].forEach(() => attempt('ann'));

    clock.advance(129_600_000);

    expect(attempt('ann')).toBe(43_200);
  });

  it('block an address after its attempts, whatever the names', () => {
    const { attempt } = limitsWith();
    ['a', 'b', 'c'].forEach((name) => attempt(name));

    expect(attempt('d')).toBe(300);
    expect(attempt('d', '192.0.2.2')).toBe(0);
  });

  it('let one try anew when the block is over', () => {
    const { attempt, clock } = limitsWith();
    [1, 2, 3, 4].forEach(() => attempt('ann'));

    clock.advance(300_000);

    expect([1, 2, 3, 4].map(() => attempt('ann'))).toEqual([0, 0, 0, 300]);
  });

  it('forget attempts that lie further back than the window', () => {
    const { attempt, clock } = limitsWith();
    [1, 2].forEach(() => attempt('ann'));

    clock.advance(60_000);

    expect([1, 2, 3].map(() => attempt('ann'))).toEqual([0, 0, 0]);
  });

  it('forget attempts when one was right', () => {
    const { attempt, limits } = limitsWith();
    [1, 2, 3].forEach(() => attempt('ann'));

    limits.succeeded({ username: 'Ann', origin: address });

    expect(attempt('ann')).toBe(0);
  });

  it.each(['2001:db8:1:2::', '2001:db8:1:2:a:b:c:d', '2001:DB8:1:2::1'])(
    'count the addresses of one network of IPv6 together: %s',
    (other) => {
      const { attempt } = limitsWith();
      ['a', 'b', 'c'].forEach((name) => attempt(name, '2001:db8:1:2:ffff::1'));

      expect(attempt('d', other.toLowerCase())).toBe(300);
      expect(attempt('d', '2001:db8:1:3::1')).toBe(0);
    },
  );

  it.each([
    ['on', { host: '127.0.0.1' }, 300],
    ['off', { host: '0.0.0.0', rateLimiting: { ...rateLimiting, enabled: 'off' as const } }, 0],
    ['auto, on a server for this machine', { host: 'localhost', rateLimiting: auto }, 0],
    ['auto, on a server for the network', { host: '0.0.0.0', rateLimiting: auto }, 300],
    ['auto, behind a proxy', { allowedHosts: ['dags.example'], rateLimiting: auto }, 300],
  ])('count when they are %s', (_title, config, seconds) => {
    const { attempt } = limitsWith(config);
    [1, 2, 3].forEach(() => attempt('ann'));

    expect(attempt('ann')).toBe(seconds);
  });

  it('do not shut all users of a proxy out for one who guesses', () => {
    const { attempt } = limitsWith({ allowedHosts: ['dags.example'], rateLimiting: auto });
    ['a', 'b', 'c'].forEach((name) => attempt(name, '127.0.0.1'));

    expect(attempt('d', '127.0.0.1')).toBe(0);
  });

  it('never let more attempts through in the time of a window than those of two windows less one', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(pauses, (steps) => {
        const { attempt, clock } = limitsWith();
        const admitted: number[] = [];
        for (const step of steps) {
          clock.advance(step);
          if (attempt('ann') === 0) admitted.push(clock.now());
        }

        for (const since of admitted) {
          const within = admitted.filter((at) => at >= since && at < since + 60_000);
          expect(within.length).toBeLessThanOrEqual(5);
        }
      }),
      { numRuns: 200 },
    );
  });
});
