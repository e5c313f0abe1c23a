import { EditorState, type TransactionSpec } from '@codemirror/state';
import { EditorView, type DecorationSet } from '@codemirror/view';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '#contract/dag.ts';
import {
  diagnosticsExtension,
  rested,
  setDiagnostics,
} from '../../../renderer/components/editor/diagnostics.ts';

const problem: Diagnostic = {
  ...{ line: 2, column: 1, endLine: 2, endColumn: 4, severity: 'error' },
  ...{ rule: 'unknown-key', message: 'Unknown key `com`.' },
};
const found = setDiagnostics.of([problem]);
const TEXT = 'name: a\ncom';
const START = TEXT.indexOf('com');

const afterAll = (...specs: readonly TransactionSpec[]): EditorState =>
  specs.reduce<EditorState>(
    (state, spec) => state.update(spec).state,
    EditorState.create({ doc: TEXT, extensions: diagnosticsExtension }),
  );
const typed = (letter: string): TransactionSpec => ({
  changes: { from: START, insert: letter },
  selection: { anchor: START + 1 },
});
/** How many bands stand between the lines. */
const bands = (state: EditorState): number =>
  state
    .facet(EditorView.decorations)
    .filter((set): set is DecorationSet => typeof set !== 'function')
    .flatMap((set) => [...iterated(set)])
    .filter((isBlock) => isBlock).length;

function* iterated(set: DecorationSet): Generator<boolean> {
  for (const cursor = set.iter(); cursor.value !== null; cursor.next())
    yield cursor.value.spec.block === true;
}

describe('the band with the problem of a line', () => {
  it('is there where the cursor comes to', () => {
    expect(bands(afterAll({ effects: found }))).toBe(0);
    expect(bands(afterAll({ effects: found }, { selection: { anchor: START } }))).toBe(1);
  });

  it('does not push lines down while somebody types, but once that rests or the cursor moves', () => {
    const typing = [typed('x'), { effects: found }] as const;

    expect(bands(afterAll(...typing))).toBe(0);
    expect(bands(afterAll(...typing, typed('y'), { effects: found }))).toBe(0);
    expect(bands(afterAll(...typing, { effects: rested.of(null) }))).toBe(1);
    expect(bands(afterAll(...typing, { selection: { anchor: START } }))).toBe(1);
  });

  it('stays while its line is typed on, and goes with the problem', () => {
    const shown = [{ effects: found }, { selection: { anchor: START } }] as const;

    expect(bands(afterAll(...shown, typed('x'), { effects: found }))).toBe(1);
    expect(bands(afterAll(...shown, typed('x'), { effects: setDiagnostics.of([]) }))).toBe(0);
  });
});

describe('the marks of problems', () => {
  const marked = (state: EditorState): readonly string[] =>
    state
      .facet(EditorView.decorations)
      .filter((set): set is DecorationSet => typeof set !== 'function')
      .flatMap((set) => [...pieces(set, state)]);

  function* pieces(set: DecorationSet, state: EditorState): Generator<string> {
    for (const cursor = set.iter(); cursor.value !== null; cursor.next())
      if (cursor.to > cursor.from) yield state.doc.sliceString(cursor.from, cursor.to);
  }

  it('move with the text before the next answer, and what is typed at their ends is outside', () => {
    const line = { changes: { from: 0, insert: '# first\n' } };
    const ends = { changes: [START, START + 3].map((from) => ({ from, insert: '_' })) };

    expect(marked(afterAll({ effects: found }))).toEqual(['com']);
    expect(marked(afterAll({ effects: found }, line))).toEqual(['com']);
    expect(marked(afterAll({ effects: found }, ends))).toEqual(['com']);
  });

  it('keep their band where nothing but a place is marked, and the cursor types there', () => {
    const place = setDiagnostics.of([{ ...problem, column: 4 }]);
    const end = { selection: { anchor: TEXT.length } };
    const letter = { changes: { from: TEXT.length, insert: 'x' } };

    expect(bands(afterAll({ effects: place }, end, letter))).toBe(1);
  });
});
