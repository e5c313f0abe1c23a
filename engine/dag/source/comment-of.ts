import { isNode, type Scalar } from 'yaml';

/** A line that was a parameter or an item once, and says nothing about the next one. */
const SWITCHED_OFF = /^(?:-(?:\s|$)|[A-Z_][A-Z0-9_]*\s*[:=])/;

/**
 * What is said of a value: the comment behind it on its line, else the lines of comment right above it.
 *
 * @param above Comments that the parser has seen before the value, with their lines.
 */
export function commentOf(scalar: Scalar.Parsed, above: string | undefined): string | undefined {
  // Further lines of a comment behind it belong to what comes below.
  const beside = scalar.comment?.split('\n')[0]?.trim() ?? '';
  return beside || lastBlock(above) || undefined;
}

/** The comments before an item: those of its collection stand before the first one. */
export function commentBefore(
  item: unknown,
  ofCollection: string | undefined,
  index: number,
): string | undefined {
  const own = isNode(item) ? item.commentBefore : undefined;
  return own ?? (index === 0 ? ofCollection : undefined);
}

/** An empty line parts it from what is said of something else. */
function lastBlock(comments: string | undefined): string {
  const block = comments?.split(/\n[ \t]*\n/).at(-1) ?? '';
  const lines = block.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => !SWITCHED_OFF.test(line))
    .join(' ')
    .trim();
}
