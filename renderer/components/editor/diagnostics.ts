import {
  MapMode,
  RangeSet,
  RangeValue,
  StateEffect,
  StateField,
  type EditorState,
  type Range,
} from '@codemirror/state';
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

export const setDiagnostics = StateEffect.define<readonly Diagnostic[]>();

/** A diagnostic over its part of the text; one of no part stays where it is. */
class Problem extends RangeValue {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic, isPart: boolean) {
    super();
    this.diagnostic = diagnostic;
    // What is typed at its ends does not belong to it.
    this.startSide = isPart ? 1 : 0;
    this.endSide = isPart ? -1 : 0;
    this.mapMode = MapMode.Simple;
  }

  override eq(other: Problem): boolean {
    return other.diagnostic === this.diagnostic;
  }
}

interface Placed {
  readonly problems: RangeSet<Problem>;
  readonly squiggles: DecorationSet;
}

/**
 * The diagnostics at their places, which move with edits until the next answer of the engine. Of thousands, a key moves the
 * part in which it falls: the sets shift the rest as a whole.
 */
const placedField = StateField.define<Placed>({
  create: () => ({ problems: RangeSet.empty, squiggles: Decoration.none }),
  update: (placed, { state, effects, docChanged, changes }) => {
    for (const effect of effects) {
      if (effect.is(setDiagnostics)) return placedIn(state, effect.value);
    }
    if (!docChanged) return placed;
    const { problems, squiggles } = placed;
    return { problems: problems.map(changes), squiggles: squiggles.map(changes) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ squiggles }) => squiggles),
});

function placedIn(state: EditorState, diagnostics: readonly Diagnostic[]): Placed {
  const places = diagnostics.map((one) => ({ ...placeOf(state, one), diagnostic: one }));
  const parts = places.filter(({ from, to }) => to > from);
  return {
    problems: RangeSet.of(
      places.map(({ from, to, diagnostic }) => new Problem(diagnostic, to > from).range(from, to)),
      true,
    ),
    squiggles: Decoration.set(
      parts.map(({ from, to, diagnostic }) => squiggle[diagnostic.severity].range(from, to)),
      true,
    ),
  };
}

const squiggle = {
  error: Decoration.mark({ class: 'squiggle squiggle-error' }),
  warning: Decoration.mark({ class: 'squiggle squiggle-warning' }),
} satisfies Record<Diagnostic['severity'], Decoration>;

/** A diagnostic where it is now. */
interface PlacedDiagnostic {
  readonly from: number;
  readonly to: number;
  readonly diagnostic: Diagnostic;
}

/** The problems that begin in a line, in the order of the text. */
function problemsOf(
  state: EditorState,
  line: { readonly from: number; readonly to: number },
): readonly PlacedDiagnostic[] {
  const found: PlacedDiagnostic[] = [];
  state.field(placedField).problems.between(line.from, line.to, (from, to, { diagnostic }) => {
    if (from >= line.from) found.push({ from, to, diagnostic });
  });
  return found;
}

/** The problem of the line in which the cursor stands. */
function problemAtCursor(state: EditorState): PlacedDiagnostic | undefined {
  return problemsOf(state, state.doc.lineAt(state.selection.main.head))[0];
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
    const found = problemsOf(view.state, line);
    const worst = found.find((one) => one.diagnostic.severity === 'error') ?? found[0];
    return worst === undefined ? null : new ProblemMarker(worst.diagnostic.severity);
  },
  lineMarkerChange: (update) =>
    update.startState.field(placedField) !== update.state.field(placedField),
});

export const diagnosticsExtension = [placedField, typing, restAfterTyping, zoneField, marks];

function placeOf(state: EditorState, { line, column, endLine, endColumn }: Diagnostic) {
  const from = offsetOf(state, line, column);
  return { from, to: Math.max(from, offsetOf(state, endLine, endColumn)) };
}

function offsetOf(state: EditorState, lineNumber: number, column: number): number {
  const line = state.doc.line(Math.max(1, Math.min(state.doc.lines, lineNumber)));
  return Math.min(line.to, line.from + Math.max(0, column - 1));
}
