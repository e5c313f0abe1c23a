import { isMap, isScalar, parseDocument, type Document, type Node } from 'yaml';
import { texts } from './texts.ts';

/**
 * The text of a DAG with one entry of its root changed. The entry is handed over as a document of its own and put back in its
 * place, so that all else stays as it is written, to the letter.
 *
 * @throws Error with the reason where the entry can only be changed by hand.
 */
export function withEntry(text: string, key: string, change: (entry: Document) => boolean): string {
  const { start, end, indent, isNew } = placeOf(text, key);
  const written = text.slice(start, end);
  const entry = parseDocument(isNew ? `${key}:` : written);
  if (entry.errors.length > 0) throw new Error(texts.bulk.byHand(key));
  if (!change(entry)) return text;
  const printed = entry
    .toString({ lineWidth: 0, ...styleOf(written, indent) })
    .replace(/\n+$/, '')
    .replaceAll(/\n(?=.)/g, `\n${indent}`);
  const before = text.slice(0, start);
  const breaks = before === '' || before.endsWith('\n') ? '' : '\n';
  const [rest = ''] = /[\r\n]*$/.exec(written) ?? [];
  const lines = isNew ? `${breaks}${indent}${printed}\n` : printed + rest.replaceAll('\r', '');
  return (
    before + (text.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines) + text.slice(end)
  );
}

interface Place {
  readonly start: number;
  /** Behind the end of its last line. */
  readonly end: number;
  /** What stands before each key of the root. */
  readonly indent: string;
  readonly isNew: boolean;
}

/** A new entry stands behind these. */
const heads = ['name', 'description', 'group', 'schedule'];

function placeOf(text: string, key: string): Place {
  const { contents: root, errors } = parseDocument(text);
  const [problem] = errors;
  if (problem) throw new Error(texts.bulk.unreadable(problem.message.split('\n')[0] ?? ''));
  if (root === null) {
    return { start: text.length, end: text.length, indent: '', isNew: true };
  }
  if (!isMap(root) || root.flow) throw new Error(texts.bulk.byHand(key));
  const entries = root.items.map(({ key: name, value }) => {
    const [start, keyEnd] = rangeOf(name);
    const end = lineEnd(text, Math.max(keyEnd, rangeOf(value)[1]));
    return { name: isScalar(name) ? String(name.value) : '', start, end };
  });
  const top = entries[0]?.start ?? 0;
  const indent = text.slice(text.lastIndexOf('\n', top - 1) + 1, top);
  const own = entries.find(({ name }) => name === key);
  if (own) return { ...own, indent, isNew: false };
  const head = entries.findLast(({ name }) => heads.includes(name));
  const start = head?.end ?? top - indent.length;
  return { start, end: start, indent, isNew: true };
}

function rangeOf(node: unknown): readonly [number, number] {
  const [start = 0, end = 0] = (node as Node | null)?.range ?? [];
  return [start, end];
}

function lineEnd(text: string, at: number): number {
  if (text[at - 1] === '\n') return at;
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

/** How a person wrote the entry. */
function styleOf(written: string, { length }: string) {
  const [, inner = ''] = /\n( *)[^\s#]/.exec(written) ?? [];
  return {
    indent: inner.length > length ? inner.length - length : 2,
    indentSeq: !/\n *-/.test(written) || inner.length > length,
    flowCollectionPadding: /[[{] /.test(written),
  };
}
