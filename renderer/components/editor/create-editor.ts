import { autocompletion, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentLess,
  indentMore,
} from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tagHighlighter, tags } from '@lezer/highlight';
import { unseen, visibleText } from '#contract/visible-text.ts';
import { applyFix, diagnosticsExtension } from './diagnostics.ts';
import { paneSize } from './pane-size.ts';
import { texts } from '../texts.ts';

interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  /** The text can be read, searched and copied, and nothing else. */
  readonly isReadOnly: boolean;
  readonly onChange: (text: string) => void;
  readonly onCursor: (cursor: { readonly line: number; readonly column: number }) => void;
  /** What the text is called; that of a definition when left out. */
  readonly label?: string | undefined;
  /** What this editor can do beside that. */
  readonly extension?: Extension | undefined;
}

/** Marks a text that the editor was given: nobody typed it, and its line ends need not be those of the editor. */
export const given = Annotation.define<boolean>();

const colors = tagHighlighter([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], class: 'syn-key' },
  { tag: tags.string, class: 'syn-string' },
  { tag: [tags.number, tags.bool, tags.null], class: 'syn-number' },
  { tag: [tags.labelName, tags.typeName], class: 'syn-var' },
  { tag: [tags.lineComment, tags.comment], class: 'syn-comment' },
]);

/** What could turn the direction of a line, or hide in it, shown as everywhere else; the text keeps it. */
const unseenCharacters = highlightSpecialChars({
  specialChars: new RegExp(`[${unseen}]`, 'gu'),
  render: (code, description) => {
    const sign = document.createElement('span');
    sign.className = 'cm-unseen';
    sign.title = description ?? '';
    sign.textContent = visibleText(String.fromCharCode(code));
    return sign;
  },
});

/** How YAML looks and is written, in each editor. */
export function yamlLook(label: string): Extension {
  return [
    lineNumbers(),
    history(),
    drawSelection(),
    unseenCharacters,
    indentUnit.of('  '),
    bracketMatching(),
    yaml(),
    syntaxHighlighting(colors),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    // Escape, then Tab, leaves the editor: `Tab` alone would be a trap for the keyboard.
    keymap.of([
      { key: 'Tab', run: indentMore, shift: indentLess },
      // Elsewhere these keys start a DAG: a hand that means that must not change the text.
      { key: 'Mod-Enter', run: () => true },
      ...defaultKeymap,
      ...historyKeymap,
    ]),
  ];
}

/** The YAML editor. Its looks are in editor.css, so that tokens stay the one place of colors. */
export function createEditor(options: EditorOptions): EditorView {
  const { parent, text, isReadOnly, onChange, onCursor, extension = [] } = options;
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        diagnosticsExtension,
        paneSize,
        highlightActiveLineGutter(),
        highlightActiveLine(),
        indentOnInput(),
        closeBrackets(),
        autocompletion(),
        highlightSelectionMatches(),
        search({ top: true }),
        EditorState.readOnly.of(isReadOnly),
        EditorView.contentAttributes.of({ 'aria-readonly': String(isReadOnly) }),
        extension,
        keymap.of([{ key: 'Mod-.', run: applyFix }, ...closeBracketsKeymap, ...searchKeymap]),
        yamlLook(options.label ?? texts.editor.label),
        EditorView.updateListener.of((update) => {
          const isGiven = update.transactions.some((one) => one.annotation(given) === true);
          if (update.docChanged && !isGiven) onChange(update.state.doc.toString());
          if (update.docChanged || update.selectionSet) onCursor(cursorOf(update.state));
        }),
      ],
    }),
  });
}

function cursorOf(state: EditorState) {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  return { line: line.number, column: head - line.from + 1 };
}
