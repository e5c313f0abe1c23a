import type { ValueType } from './field.ts';
import { refined, text, type TextAt } from './scalar-types.ts';

/** The word alone: which types there are is known by those who read the whole step. */
export const stepType: ValueType<TextAt> = refined(text, (word, { start, end }) => ({
  text: word,
  start,
  end,
}));
