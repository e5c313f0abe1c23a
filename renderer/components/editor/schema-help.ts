import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import { visibleText } from '#contract/visible-text.ts';
import { codedPieces } from '../../lib/coded.ts';
import { docOfKey, keysAt, type Schema } from '../../lib/schema-docs.ts';

type LoadSchema = () => Promise<Schema | undefined>;

/** Says what the keys of a text are for: while the pointer rests on one, and beside those that are offered. */
export function schemaHelp(load: LoadSchema): Extension {
  let loaded: Promise<Schema | undefined> | undefined;
  const schema = () =>
    (loaded ??= load().catch(() => {
      // Without it the editor does what it did; the next key asks again.
      loaded = undefined;
      return undefined;
    }));
  // An answer is dropped unless its source is the same function as when it was asked.
  const offered = [{ autocomplete: (context: CompletionContext) => completeKey(context, schema) }];
  return [
    hoverTooltip(async ({ state }, pos) => {
      const line = state.doc.lineAt(pos);
      const [before = '', key = ''] =
        /^(\s*(?:- +)*)([\w.-]+)(?=:)/.exec(line.text)?.slice(1) ?? [];
      const from = line.from + before.length;
      if (key === '' || pos < from || pos > from + key.length) return null;
      const known = await schema();
      const doc = known && docOfKey(known, linesOf(state.doc), line.number - 1);
      if (doc === undefined) return null;
      return {
        pos: from,
        end: from + key.length,
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
