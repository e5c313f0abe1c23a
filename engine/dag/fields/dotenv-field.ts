import type { ValueType } from './field.ts';
import { refined, texts } from './scalar-types.ts';

/** Paths of files; an empty list is none. */
export const dotenvFiles: ValueType<readonly string[]> = refined(texts, (files, _node, context) => {
  const blank = files.find(({ text }) => text.trim() === '');
  if (!blank) return files.map(({ text }) => text);
  context.report.error(blank, `${context.label} must name a file, or be \`[]\` for none`);
  return undefined;
});
