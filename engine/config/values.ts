import { z } from 'zod';
import { isDagName } from '../contract/fields.ts';
import { parseDurationMs } from '../lib/duration.ts';

/**
 * The kinds of value that a key can have. Each accepts what YAML gives (numbers, booleans, lists) and the text that
 * flags and the environment give; its message ends the sentence "`key` …".
 */
export const folder = z.string('must be the path of a folder').min(1, 'must not be empty');

export const yesOrNo = z.preprocess(
  (value) => truthWords.get(String(value).toLowerCase()) ?? value,
  z.boolean('must be true or false'),
);
const truthWords = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

const portRule = 'must be a whole number from 1 to 65535, or 0 for any free port';
export const port = z.preprocess(
  (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
  z.int(portRule).min(0, portRule).max(65_535, portRule),
);

/** Without authentication, only programs of this machine may reach the engine. */
export const loopbackHost = z
  .string('must be a host name or an address')
  .transform((host) => (host === '[::1]' ? '::1' : host))
  .refine(
    (host) => ['127.0.0.1', '::1', 'localhost'].includes(host),
    'must be 127.0.0.1, ::1 or localhost: serving a network needs authentication, ' +
      'which is not available in this version',
  );

/** An IANA zone; empty is the system's. */
export const timezone = z
  .string('must be a time zone such as Europe/Berlin')
  .transform((zone) => (zone === '' ? null : zone))
  .refine(isTimezone, 'must be a time zone such as Europe/Berlin');

function isTimezone(zone: string | null): boolean {
  if (zone === null) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    // Intl has no other way to ask.
    return false;
  }
}

const atLeastOne = 'must give each queue a `max_concurrency` of at least 1';
const queueRule = 'must be a list of queues, each with `name` and `max_concurrency`';
const queueItem = z.strictObject(
  {
    name: z
      .string(queueRule)
      .refine(isDagName, 'must name each queue by letters, digits, `_`, `.` and `-`, at most 40'),
    max_concurrency: z.int(atLeastOne).min(1, atLeastOne).default(1),
  },
  queueRule,
);

/** Global queues with what each lets run at a time. The environment gives `name=2, other=4`. */
export const queueList = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.split(',').flatMap(queueWord) : value),
    z.array(queueItem, queueRule),
  )
  .refine(
    (list) => new Set(list.map(({ name }) => name)).size === list.length,
    'must name each queue once',
  )
  .transform((list) =>
    list.map(({ name, max_concurrency: maxConcurrency }) => ({ name, maxConcurrency })),
  );

function queueWord(text: string): object[] {
  const [name = '', limit] = text.split('=').map((part) => part.trim());
  if (name === '' && limit === undefined) return [];
  return [{ name, ...(limit === undefined ? {} : { max_concurrency: Number(limit) }) }];
}

/** Milliseconds of a text such as `24h`, from `least` on. */
export function duration({ leastMs, least }: { readonly leastMs: number; readonly least: string }) {
  const rule = `must be a duration such as 30s or 24h, and at least ${least}`;
  return z
    .string(rule)
    .transform((text) => parseDurationMs(text) ?? 0)
    .refine((ms) => ms >= leastMs, rule);
}

/** A program with its arguments, as a list or as one line. */
export const shell = z
  .union([z.string().transform(words), z.array(z.string())], 'must be text or a list of texts')
  .transform((list) => (list.length === 0 ? null : list));

function words(line: string): string[] {
  return Array.from(line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g), ([, double, single, bare]) =>
    String(double ?? single ?? bare),
  );
}
