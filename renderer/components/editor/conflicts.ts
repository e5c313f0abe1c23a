import './conflicts.css';
import {
  Annotation,
  EditorSelection,
  EditorState,
  StateField,
  type Extension,
  type Range,
} from '@codemirror/state';
import { Decoration, EditorView, keymap, type Command, type DecorationSet } from '@codemirror/view';
import { decidedText, readConflicts, type Choice, type Conflict } from '../../lib/conflict-text.ts';
import { ConflictHead, PartLabel } from './conflict-widgets.ts';
import { given } from './create-editor.ts';
import { paneSize } from './pane-size.ts';

/** A change that takes marks away: a decision. */
const decided = Annotation.define<boolean>();

const conflictField = StateField.define<readonly Conflict[]>({
  create: ({ doc }) => readConflicts(doc.toString()),
  update: (conflicts, { docChanged, newDoc }) =>
    docChanged ? readConflicts(newDoc.toString()) : conflicts,
});

// Block widgets must come from a field, because they change the height of lines.
const look = StateField.define<DecorationSet>({
  create: drawAll,
  update: (drawn, { docChanged, state }) => (docChanged ? drawAll(state) : drawn),
  provide: (field) => EditorView.decorations.from(field),
});

function drawAll(state: EditorState): DecorationSet {
  const conflicts = state.field(conflictField);
  return Decoration.set(
    conflicts.flatMap((one, index) => draw(state, one, [index + 1, conflicts.length])),
    true,
  );
}

function draw(
  { doc }: EditorState,
  conflict: Conflict,
  [number, count]: readonly [number, number],
): readonly Range<Decoration>[] {
  const [mine, base, theirs, end] = conflict.marks;
  const head = new ConflictHead({ number, count, choose: (view, choice) => choose(choice)(view) });
  const lines = (['mine', 'base', 'theirs'] as const).flatMap((part) => {
    const { from, to } = conflict[part];
    const found: Range<Decoration>[] = [];
    for (let at = from; at < to; at = doc.lineAt(at).to + 1) {
      found.push(Decoration.line({ class: `conflict-line conflict-${part}` }).range(at));
    }
    return found;
  });
  const mark = (span: typeof mine, widget: ConflictHead | PartLabel) =>
    Decoration.replace({ widget, block: true }).range(span.from, span.to);
  return [
    mark(mine, head),
    mark(base, new PartLabel('base')),
    mark(theirs, new PartLabel('theirs')),
    mark(end, new PartLabel('end')),
    ...lines,
  ];
}

/** A mark that is half gone would leave a conflict that nobody sees. */
const keepMarks = EditorState.changeFilter.of((transaction) => {
  const isWhole =
    transaction.annotation(decided) === true || transaction.annotation(given) === true;
  if (isWhole) return true;
  const spans = transaction.startState.field(conflictField).flatMap(({ marks }) => marks);
  // With the ends of the lines before and behind it.
  return spans.flatMap(({ from, to }) => [Math.max(0, from - 1), to + 1]);
});

const passMarks = EditorView.atomicRanges.of((view) => view.state.field(look));

/** The conflict in which the cursor stands, or else the next one. */
function conflictAt(state: EditorState): Conflict | undefined {
  const { head } = state.selection.main;
  const conflicts = state.field(conflictField);
  return conflicts.find(({ to }) => head < to) ?? conflicts[0];
}

/** Decides the conflict at the cursor, and goes on to the next one. */
function choose(choice: Choice): Command {
  return (view) => {
    const conflict = conflictAt(view.state);
    if (conflict === undefined) return false;
    const { from, to } = conflict;
    const insert = decidedText(view.state.doc.toString(), conflict, choice);
    view.dispatch({
      changes: { from, to, insert },
      selection: EditorSelection.cursor(from),
      annotations: decided.of(true),
      userEvent: 'input.decide',
    });
    if (!currentConflict(view)) view.focus();
    return true;
  };
}

/** Puts the cursor into a conflict and brings that into sight. */
function goTo(find: (state: EditorState) => Conflict | undefined): Command {
  return (view) => {
    const found = find(view.state);
    if (found === undefined) return false;
    view.dispatch({
      selection: EditorSelection.cursor(found.mine.from),
      effects: EditorView.scrollIntoView(found.from, { y: 'nearest', yMargin: 96 }),
    });
    view.focus();
    return true;
  };
}

export const currentConflict = goTo(conflictAt);

/** After the last comes the first. */
export const nextConflict = goTo((state) => {
  const all = state.field(conflictField);
  return all.find(({ from }) => from > state.selection.main.head) ?? all[0];
});

export const previousConflict = goTo((state) => {
  const all = state.field(conflictField);
  return all.findLast(({ to }) => to <= state.selection.main.head) ?? all.at(-1);
});

/** The conflicts of a merge in an editor, each with what can be done about it. */
export const conflicts: Extension = [
  conflictField,
  look,
  keepMarks,
  passMarks,
  paneSize,
  keymap.of([
    { key: 'F7', run: nextConflict, shift: previousConflict },
    { key: 'Alt-m', run: choose('mine') },
    { key: 'Alt-t', run: choose('theirs') },
    { key: 'Alt-b', run: choose('both') },
  ]),
];
