import { z } from 'zod';
import { shape } from '../contract/shape.ts';
import { isDagName } from '../contract/fields.ts';
import { namedOnce, objectRule } from './list-rules.ts';
import { isTimezone } from './system-zone.ts';

/** An IANA zone; empty is the system's. */
export const timezone = shape(() =>
  z
    .string('must be a time zone such as Europe/Berlin')
    .transform((zone) => (zone === '' ? null : zone))
    .refine(
      (zone) => zone === null || isTimezone(zone),
      'must be a time zone such as Europe/Berlin',
    )
    .describe('time zone'),
);

const queueRule = 'must be a list of queues, each with `name` and `max_concurrency`';
const queueFields = () => ({
  name: z
    .string('must be the name of a queue')
    .refine(isDagName, 'must have at most 40 letters, digits, `_`, `.` and `-`'),
  max_concurrency: z
    .int('must be a whole number of at least 1')
    .min(1, 'must be a whole number of at least 1')
    .default(1),
});

/** Global queues with what each lets run at a time. The environment gives `name=2, other=4`. */
export const queueList = shape(() => {
  const fields = queueFields();
  return z
    .preprocess(
      (value) => (typeof value === 'string' ? value.split(',').flatMap(queueWord) : value),
      z.array(z.strictObject(fields, { error: objectRule(queueRule, fields) }), queueRule),
    )
    .superRefine(namedOnce)
    .transform((list) =>
      list.map(({ name, max_concurrency: maxConcurrency }) => ({ name, maxConcurrency })),
    )
    .describe('list of queues');
});

function queueWord(text: string): object[] {
  const [name = '', limit] = text.split('=').map((part) => part.trim());
  if (name === '' && limit === undefined) return [];
  return [{ name, ...(limit === undefined ? {} : { max_concurrency: Number(limit) }) }];
}

/** A program with its arguments, as a list or as one line. */
export const shell = shape(() =>
  z
    .union([z.string().transform(words), z.array(z.string())], 'must be text or a list of texts')
    .transform((list) => (list.length === 0 ? null : list))
    .describe('program with its arguments'),
);

function words(line: string): string[] {
  return Array.from(line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g), ([, double, single, bare]) =>
    String(double ?? single ?? bare),
  );
}
