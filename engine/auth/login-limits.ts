import { isIPv6 } from 'node:net';
import type { Config } from '../config/config.ts';
import { EngineError } from '../contract/errors.ts';
import type { Clock } from '../lib/clock.ts';
import { isLoopback } from '../lib/loopback.ts';
import { RecentCache } from '../lib/recent-cache.ts';
import { usernameKey } from '../storage/users.ts';

export interface LimitOptions {
  readonly config: Pick<Config, 'host' | 'allowedHosts' | 'rateLimiting'>;
  readonly clock: Pick<Clock, 'elapsed'>;
}

/** Who tries: the name that is tried, and the address that it comes from. */
export interface Attempt {
  readonly username: string;
  readonly origin: string;
}

/** Bounds how often passwords can be guessed (`rate_limiting`). */
export interface LoginLimits {
  /**
   * Counts an attempt before it is made, so that many at once count as well. Throws `rate_limited`, with the seconds to
   * wait in `details.retryAfter`.
   */
  readonly begin: (attempt: Attempt) => void;
  /** The attempt was right: what went before is forgotten. */
  readonly succeeded: (attempt: Attempt) => void;
}

interface Count {
  readonly attempts: number;
  readonly since: number;
  /** Null: not blocked. */
  readonly blockedUntil: number | null;
}

type Counts = RecentCache<Count>;

/** Whoever tries more names than these is stopped by the count of the own address. */
const MOST_COUNTED = 10_000;
const DAY_MS = 86_400_000;

export function createLoginLimits(options: LimitOptions): LoginLimits {
  const { config, clock } = options;
  const names = newCounts(options);
  const addresses = newCounts(options);

  const countsOf = ({ username, origin }: Attempt): readonly (readonly [Counts, string])[] => {
    if (!isOn(config)) return [];
    const byName = [names, usernameKey(username)] as const;
    return countsAddress(config, origin) ? [byName, [addresses, networkOf(origin)]] : [byName];
  };

  return {
    begin: (attempt) => {
      const now = clock.elapsed();
      const all = countsOf(attempt);
      for (const [counts, key] of all) refuseBlocked(counts.get(key), now);
      for (const [counts, key] of all) {
        counts.set(key, counted(counts.get(key), now, config.rateLimiting));
      }
    },
    succeeded: (attempt) => {
      for (const [counts, key] of countsOf(attempt)) counts.delete(key);
    },
  };
}

function newCounts({ config, clock }: LimitOptions): Counts {
  return new RecentCache({
    mostEntries: MOST_COUNTED,
    mostWeight: MOST_COUNTED,
    weigh: () => 1,
    // A block or a window may be longer than the day.
    get ttlMs() {
      const { windowMs, blockMs } = config.rateLimiting;
      return Math.max(DAY_MS, windowMs, blockMs);
    },
    clock,
  });
}

/** `auto`: where others than this machine can come in, by its address or by a proxy that gives it a name. */
function isOn({ host, allowedHosts, rateLimiting }: LimitOptions['config']): boolean {
  if (rateLimiting.enabled !== 'auto') return rateLimiting.enabled === 'on';
  return !isLoopback(host) || allowedHosts.length > 0;
}

/** Behind a proxy of this machine everybody has its address: one who guesses would shut out all others. */
function countsAddress({ rateLimiting }: LimitOptions['config'], origin: string): boolean {
  return rateLimiting.enabled === 'on' || !isLoopback(origin);
}

/** A subscriber of IPv6 has a network of 2^64 addresses, which count as one. */
function networkOf(origin: string): string {
  if (!isIPv6(origin) || origin.includes('.')) return origin.replace(/^::ffff:/i, '');
  const [head = [], tail = []] = origin.split('::').map(groupsOf);
  const gap = 8 - head.length - tail.length;
  return [...head, ...Array<string>(gap).fill('0'), ...tail].slice(0, 4).join(':');
}

const groupsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));

function refuseBlocked(count: Count | undefined, now: number): void {
  const waitMs = (count?.blockedUntil ?? now) - now;
  if (waitMs <= 0) return;
  const retryAfter = Math.ceil(waitMs / 1000);
  throw new EngineError(
    'rate_limited',
    `Too many failed logins. Try again in ${retryAfter} seconds.`,
    { details: { retryAfter } },
  );
}

function counted(
  count: Count | undefined,
  now: number,
  { loginAttempts, windowMs, blockMs }: Config['rateLimiting'],
): Count {
  const isFresh =
    count === undefined || count.blockedUntil !== null || now - count.since >= windowMs;
  const attempts = isFresh ? 1 : count.attempts + 1;
  const since = isFresh ? now : count.since;
  return { attempts, since, blockedUntil: attempts >= loginAttempts ? now + blockMs : null };
}
