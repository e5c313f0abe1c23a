import { isIPv6 } from 'node:net';
import type { Config } from '../config/config.ts';
import { EngineError } from '../contract/errors.ts';
import type { Caller } from '../contract/operations.ts';
import type { Clock } from '../lib/clock.ts';
import type { InLine } from '../lib/in-lines.ts';
import { isLoopback } from '../lib/loopback.ts';
import { RecentCache } from '../lib/recent-cache.ts';
import { usernameKey } from '../storage/users.ts';

export interface LimitOptions {
  readonly config: Pick<Config, 'host' | 'allowedHosts' | 'rateLimiting'>;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly inLine: InLine;
}

/** Who tries: the name that is tried, and where from. */
export interface Attempt extends Pick<Caller, 'origin' | 'isProxied'> {
  readonly username: string;
}

/**
 * Slows down who guesses passwords (`rate_limiting`): by the name at its address, and by the address, whatever the names.
 * Who logs in from elsewhere notices nothing of it.
 */
export interface LoginLimits {
  /** Throws `rate_limited` while the next attempt has to wait, with the seconds in `details.retryAfter`. */
  readonly check: (attempt: Attempt) => void;
  /** Notes what came of an attempt. One that was right makes up for those of the same name at the same address alone. */
  readonly note: (attempt: Attempt, isRight: boolean) => void;
  /** Both around a comparison that takes a while, which begins when those from the same place are over. Throws as `check`. */
  readonly attempt: (attempt: Attempt, isRight: () => Promise<boolean>) => Promise<boolean>;
}

interface Failures {
  readonly count: number;
  /** When the last one was. */
  readonly last: number;
}

type Counts = RecentCache<Failures>;

/** Whoever tries more names than these is stopped by the count of the own address. */
const MAX_COUNTED = 10_000;
const DAY_MS = 86_400_000;
const FIRST_DELAY_MS = 1000;

/** Counts failures by name and address, and by network, as the settings say; all counts are in memory. */
export function createLoginLimits(options: LimitOptions): LoginLimits {
  const { config, clock, inLine } = options;
  const names = newCounts(options);
  const addresses = newCounts(options);

  const countsOf = (attempt: Attempt): readonly (readonly [Counts, string])[] => {
    if (!isOn(config, attempt)) return [];
    const byName = [names, nameAtAddress(attempt)] as const;
    const { origin } = attempt;
    return countsAddress(config, origin) ? [byName, [addresses, networkOf(origin)]] : [byName];
  };

  const failuresOf = (counts: Counts, key: string): Failures | undefined => {
    const found = counts.get(key);
    if (found === undefined) return undefined;
    const forgottenAt = endOfDelay(found, config.rateLimiting) + config.rateLimiting.windowMs;
    return clock.elapsed() < forgottenAt ? found : undefined;
  };

  const check = (attempt: Attempt): void => {
    const ends = countsOf(attempt).map(([counts, key]) => {
      const failures = failuresOf(counts, key);
      return failures === undefined ? 0 : endOfDelay(failures, config.rateLimiting);
    });
    refuseUntil(Math.max(0, ...ends), clock.elapsed());
  };

  const note = (attempt: Attempt, isRight: boolean): void => {
    const own = failuresOf(names, nameAtAddress(attempt))?.count ?? 0;
    for (const [counts, key] of countsOf(attempt)) {
      const { count = 0, last = 0 } = failuresOf(counts, key) ?? {};
      if (!isRight) counts.set(key, { count: count + 1, last: clock.elapsed() });
      else if (count > own) counts.set(key, { count: count - own, last });
      else counts.delete(key);
    }
  };

  return {
    check,
    note,
    attempt: (attempt, compare) =>
      inLine(lineOf(config, attempt), async () => {
        check(attempt);
        const isRight = await compare();
        note(attempt, isRight);
        return isRight;
      }),
  };
}

function newCounts({ config, clock }: LimitOptions): Counts {
  return new RecentCache({
    mostEntries: MAX_COUNTED,
    mostWeight: MAX_COUNTED,
    weigh: () => 1,
    // A delay and a window may be longer than the day.
    get ttlMs() {
      const { windowMs, blockMs } = config.rateLimiting;
      return Math.max(DAY_MS, windowMs + blockMs);
    },
    clock,
  });
}

/** `auto`: where others than this machine can come in, by its address or by a proxy. */
function isOn(
  { host, allowedHosts, rateLimiting }: LimitOptions['config'],
  { isProxied = false }: Attempt,
): boolean {
  if (rateLimiting.enabled !== 'auto') return rateLimiting.enabled === 'on';
  return !isLoopback(host) || allowedHosts.length > 0 || isProxied;
}

/** Behind a proxy of this machine everybody has its address: one who guesses would slow down all others. */
function countsAddress({ rateLimiting }: LimitOptions['config'], origin: string): boolean {
  return rateLimiting.enabled === 'on' || !isLoopback(origin);
}

/** What is counted together is judged one by one: many at once are no way around the count. */
function lineOf(config: LimitOptions['config'], attempt: Attempt): string {
  const isAddress = countsAddress(config, attempt.origin);
  return `login ${isAddress ? networkOf(attempt.origin) : nameAtAddress(attempt)}`;
}

function nameAtAddress({ username, origin }: Attempt): string {
  return `${networkOf(origin)} ${usernameKey(username)}`;
}

/** A subscriber of IPv6 has a network of 2^64 addresses, which count as one. */
function networkOf(origin: string): string {
  if (!isIPv6(origin) || origin.includes('.')) return origin.replace(/^::ffff:/i, '');
  const [head = [], tail = []] = origin.split('::').map(groupsOf);
  const gap = 8 - head.length - tail.length;
  return [...head, ...Array<string>(gap).fill('0'), ...tail].slice(0, 4).join(':');
}

const groupsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));

/** The first attempts cost no time; each failure after them doubles the wait. */
function endOfDelay(
  { count, last }: Failures,
  { loginAttempts, blockMs }: Config['rateLimiting'],
): number {
  const beyond = count - loginAttempts;
  return last + (beyond < 0 ? 0 : Math.min(blockMs, FIRST_DELAY_MS * 2 ** beyond));
}

function refuseUntil(end: number, now: number): void {
  if (end <= now) return;
  const retryAfter = Math.ceil((end - now) / 1000);
  throw new EngineError(
    'rate_limited',
    `Too many failed logins. Try again in ${retryAfter} seconds.`,
    { details: { retryAfter } },
  );
}
