import type { ValueType } from './field.ts';
import { refined, texts } from './scalar-types.ts';

/** Paths of files; an empty list is none. */
export const dotenvFiles: ValueType<readonly string[]> = refined(texts, (files, _node, place) => {
  const blank = files.find(({ text }) => text.trim() === '');
  if (!blank) return files.map(({ text }) => text);
  place.report.error(blank, `${place.label} must name a file, or be \`[]\` for none`);
  return undefined;
});
