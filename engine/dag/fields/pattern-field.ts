import { parsePattern, PatternError } from '../pattern.ts';
import type { Range } from '../source/source-node.ts';
import type { Place, ValueType } from './field.ts';
import { refined, text } from './scalar-types.ts';

/** Text, or a regular expression after `re:`. */
export const patternText: ValueType<string> = refined(text, (written, node, place) =>
  checkPattern(written, node, place) ? written : undefined,
);

/** Whether text can be used as a pattern; reports why not. */
export function checkPattern(written: string, at: Range, { label, report }: Place): boolean {
  try {
    parsePattern(written);
    return true;
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    report.error(at, `${label}: ${error.message}`);
    return false;
  }
}
