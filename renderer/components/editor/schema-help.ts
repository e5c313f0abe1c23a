import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { EditorState, type Extension, type Line, type Text } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import { visibleText } from '#contract/visible-text.ts';
import { codedPieces } from '../../lib/coded.ts';
import { docOfKey, keysAt, type Schema } from '../../lib/schema-docs.ts';
import { docOfWord, valueStart, wordsAt } from '../../lib/schema-words.ts';

type LoadSchema = () => Promise<Schema | undefined>;

/** Says what the keys of a text and the words of its values are for: while the pointer rests on one, and beside those that are offered. */
export function schemaHelp(load: LoadSchema): Extension {
  let loaded: Promise<Schema | undefined> | undefined;
  const schema = () =>
    (loaded ??= load().catch(() => {
      // Without it the editor does what it did; the next key asks again.
      loaded = undefined;
      return undefined;
    }));
  // An answer is dropped unless its source is the same function as when it was asked.
  const offered = [
    { autocomplete: (context: CompletionContext) => completeKey(context, schema) },
    { autocomplete: (context: CompletionContext) => completeWord(context, schema) },
  ];
  return [
    hoverTooltip(async ({ state }, pos) => {
      const line = state.doc.lineAt(pos);
      const [before = '', key = ''] =
        /^(\s*(?:- +)*)([\w.-]+)(?=:)/.exec(line.text)?.slice(1) ?? [];
      const from = line.from + before.length;
      const isOnKey = key !== '' && pos >= from && pos <= from + key.length;
      const place = isOnKey ? { from, text: key } : wordIn(line, pos);
      const known = place && (await schema());
      if (!place || !known) return null;
      const lines = linesOf(state.doc);
      const doc = isOnKey
        ? docOfKey(known, lines, line.number - 1)
        : docOfWord(wordsAt(known, lines, line.number - 1), place.text);
      if (doc === undefined) return null;
      return {
        pos: place.from,
        end: place.from + place.text.length,
        above: true,
        create: () => ({ dom: wordsOf(doc.description) }),
      };
    }),
    EditorState.languageData.of(() => offered),
  ];
}

async function completeKey(
  context: CompletionContext,
  schema: LoadSchema,
): Promise<CompletionResult | null> {
  const { state, pos } = context;
  const line = state.doc.lineAt(pos);
  const typed = /^(\s*(?:- +)*)([\w.-]*)$/.exec(line.text.slice(0, pos - line.from));
  if (typed === null || (typed[2] === '' && !context.explicit)) return null;
  const known = await schema();
  if (known === undefined) return null;
  // What stands after the cursor is not yet a key of its own.
  const lines = linesOf(state.doc).with(line.number - 1, line.text.slice(0, pos - line.from));
  const options = keysAt(known, lines, line.number - 1).map(({ key, description }) => ({
    label: key,
    apply: `${key}: `,
    info: () => wordsOf(description),
  }));
  return { from: line.from + (typed[1] ?? '').length, options, validFor: /^[\w.-]*$/ };
}

/** The word of a value at a position. */
function wordIn(line: Line, pos: number): { from: number; text: string } | undefined {
  const start = valueStart(line.text);
  if (start === undefined) return undefined;
  for (const { 0: text, index } of line.text.slice(start).matchAll(/[@\w#]+/g)) {
    const from = line.from + start + index;
    if (pos >= from && pos <= from + text.length) return { from, text };
  }
  return undefined;
}

/** What is typed of a value: of one that stands alone, or of one in brackets, with its quote. */
const TYPED_VALUE = /(?:^|[[,]\s*)(["']?)([^"'[\],]*)$/;

async function completeWord(
  context: CompletionContext,
  schema: LoadSchema,
): Promise<CompletionResult | null> {
  const { state, pos } = context;
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  const start = valueStart(before);
  const typed = start === undefined ? null : TYPED_VALUE.exec(before.slice(start));
  if (typed === null) return null;
  const [, quote = '', text = ''] = typed;
  if (text === '' && quote === '' && !context.explicit) return null;
  const known = await schema();
  if (known === undefined) return null;
  const options = wordsAt(known, linesOf(state.doc), line.number - 1).map(
    ({ word, description }) => ({
      label: word,
      // A word that begins with `@` or `*` is no value without quotes.
      apply: quote === '' ? `"${word}"` : word,
      info: () => wordsOf(description),
    }),
  );
  if (options.length === 0) return null;
  return { from: pos - text.length, options, validFor: /^[^"'[\],]*$/ };
}

function linesOf(doc: Text): readonly string[] {
  return doc.toString().split('\n');
}

function wordsOf(description: string): HTMLElement {
  const words = document.createElement('div');
  words.className = 'schema-words';
  for (const { text, isCode } of codedPieces(description)) {
    const piece = document.createElement(isCode ? 'code' : 'span');
    piece.textContent = visibleText(text);
    words.append(piece);
  }
  return words;
}
