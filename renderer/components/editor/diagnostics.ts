import { StateEffect, StateField, type EditorState, type Range } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  GutterMarker,
  gutter,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import type { Diagnostic } from '#contract/dag.ts';
import { glyph } from './glyph.ts';
import { ProblemZone } from './problem-zone.ts';

/** A diagnostic at its place in the text, which moves with edits until the next answer of the engine. */
export interface PlacedDiagnostic {
  readonly from: number;
  readonly to: number;
  readonly diagnostic: Diagnostic;
}

export const setDiagnostics = StateEffect.define<readonly Diagnostic[]>();

const diagnosticsField = StateField.define<readonly PlacedDiagnostic[]>({
  create: () => [],
  update: (placed, transaction) => {
    for (const effect of transaction.effects) {
      if (effect.is(setDiagnostics))
        return effect.value.map((one) => place(transaction.state, one));
    }
    if (!transaction.docChanged) return placed;
    return placed.map((one) => ({
      ...one,
      from: transaction.changes.mapPos(one.from, 1),
      to: transaction.changes.mapPos(one.to, -1),
    }));
  },
});

/** The problem of the line in which the cursor stands. */
function problemAtCursor(state: EditorState): PlacedDiagnostic | undefined {
  const line = state.doc.lineAt(state.selection.main.head);
  return state.field(diagnosticsField).find((one) => one.from >= line.from && one.from <= line.to);
}

/** Replaces the marked text by what the loader suggests. */
export function applyFix(view: EditorView): boolean {
  const problem = problemAtCursor(view.state);
  if (problem?.diagnostic.suggestion === undefined) return false;
  view.dispatch({
    changes: { from: problem.from, to: problem.to, insert: problem.diagnostic.suggestion },
    userEvent: 'input.fix',
  });
  return true;
}

const squiggles = EditorView.decorations.compute([diagnosticsField], (state) =>
  Decoration.set(
    state
      .field(diagnosticsField)
      .filter((one) => one.to > one.from)
      .map(({ from, to, diagnostic }) =>
        Decoration.mark({ class: `squiggle squiggle-${diagnostic.severity}` }).range(from, to),
      ),
    true,
  ),
);

const REST_MS = 1000;
/** The text has not been typed in for a while. */
export const rested = StateEffect.define<null>();

/** Whether the text is being typed. */
const typing = StateField.define<boolean>({
  create: () => false,
  update: (was, { docChanged, selection, effects }) => {
    if (effects.some((effect) => effect.is(rested))) return false;
    return docChanged || (was && selection === undefined);
  },
});

const restAfterTyping = ViewPlugin.fromClass(
  class {
    timer: ReturnType<typeof setTimeout> | undefined;

    update({ docChanged, view }: ViewUpdate): void {
      if (!docChanged) return;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => view.dispatch({ effects: rested.of(null) }), REST_MS);
    }

    destroy(): void {
      clearTimeout(this.timer);
    }
  },
);

// Block widgets must come from a field, because they change the height of lines.
const zoneField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { state }) => {
    const problem = problemAtCursor(state);
    if (problem === undefined) return Decoration.none;
    // The first letters of a key are a problem until the key is whole: they push nothing down.
    if (state.field(typing) && before.size === 0) return before;
    const zone: Range<Decoration> = Decoration.widget({
      widget: new ProblemZone(problem.diagnostic, applyFix),
      side: 1,
      block: true,
    }).range(state.doc.lineAt(problem.from).to);
    return Decoration.set([zone]);
  },
  provide: (field) => EditorView.decorations.from(field),
});

class ProblemMarker extends GutterMarker {
  readonly severity: Diagnostic['severity'];

  constructor(severity: Diagnostic['severity']) {
    super();
    this.severity = severity;
  }

  override eq(other: ProblemMarker): boolean {
    return other.severity === this.severity;
  }

  override toDOM(): Node {
    return glyph(this.severity);
  }
}

const marks = gutter({
  class: 'problem-gutter',
  lineMarker: (view, line) => {
    const found = view.state
      .field(diagnosticsField)
      .filter((one) => one.from >= line.from && one.from <= line.to);
    const worst = found.find((one) => one.diagnostic.severity === 'error') ?? found[0];
    return worst === undefined ? null : new ProblemMarker(worst.diagnostic.severity);
  },
  lineMarkerChange: (update) =>
    update.startState.field(diagnosticsField) !== update.state.field(diagnosticsField),
});

export const diagnosticsExtension = [
  diagnosticsField,
  squiggles,
  typing,
  restAfterTyping,
  zoneField,
  marks,
];

function place(state: EditorState, diagnostic: Diagnostic): PlacedDiagnostic {
  const from = offsetOf(state, diagnostic.line, diagnostic.column);
  const to = Math.max(from, offsetOf(state, diagnostic.endLine, diagnostic.endColumn));
  return { from, to, diagnostic };
}

function offsetOf(state: EditorState, lineNumber: number, column: number): number {
  const line = state.doc.line(Math.max(1, Math.min(state.doc.lines, lineNumber)));
  return Math.min(line.to, line.from + Math.max(0, column - 1));
}
