import { compiledWeight, parsePattern, PatternError, sourceWeight } from '../pattern.ts';
import type { Report } from '../source/report.ts';
import type { Range } from '../source/source-node.ts';
import type { FieldContext, ValueType } from './field.ts';
import { refined, text } from './scalar-types.ts';

/** Text, or a regular expression after `re:`. */
export const patternText: ValueType<string> = refined(text, (written, node, context) =>
  checkPattern(written, node, context) ? written : undefined,
);

/** Of all expressions of a file; they are compiled to see whether they are valid, and that takes up to 60 ms then. */
const MAX_WEIGHT = 6_000;

/** What the expressions of a file weigh so far, each counted once. */
interface Weighed {
  total: number;
  readonly texts: Set<string>;
}

const weighedOf = new WeakMap<Report, Weighed>();

/** Whether text can be used as a pattern; reports why not. */
export function checkPattern(written: string, at: Range, { label, report }: FieldContext): boolean {
  const weighed = weighedOf.get(report) ?? { total: 0, texts: new Set() };
  weighedOf.set(report, weighed);
  if (weighed.texts.has(written)) return true;
  if (weighed.total > MAX_WEIGHT) return false;
  try {
    weighed.total += sourceWeight(written);
    weighed.total += compiledWeight(parsePattern(written));
    weighed.texts.add(written);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    report.error(at, `${label}: ${error.message}`);
    return false;
  }
  if (weighed.total <= MAX_WEIGHT) return true;
  report.error(at, `${label}: all expressions of this file together are too large`);
  return false;
}
