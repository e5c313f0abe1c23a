import type { ValueType } from './field.ts';
import { refined, texts } from './scalar-types.ts';

/** A program with its arguments, as a line (`bash -e`) or as a list. `direct` and `none` mean: no shell. */
export const shell: ValueType<readonly string[]> = refined(texts, (written, node, context) => {
  const words =
    node.kind === 'list' ? written.map((word) => word.text) : splitWords(written[0]?.text ?? '');
  if (!words[0]?.trim()) {
    context.report.error(node, `${context.label} must name a program`);
    return undefined;
  }
  return words.length === 1 && words[0] === 'none' ? ['direct'] : words;
});

/** Splits at spaces; quotes keep a path with spaces together. */
function splitWords(line: string): readonly string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"']|["'])+/g) ?? [];
  return words.map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single),
  );
}
