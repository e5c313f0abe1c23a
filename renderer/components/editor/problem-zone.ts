import { WidgetType, type EditorView } from '@codemirror/view';
import type { Diagnostic } from '#contract/dag.ts';
import { visibleText } from '#contract/visible-text.ts';
import { codedPieces } from '../../lib/coded.ts';
import { formatShortcut } from '../../lib/shortcut.ts';
import { glyph } from './glyph.ts';
import { texts } from '../texts.ts';

/** The band under a line with its problem and the way to fix it. It pushes the code down and covers nothing. */
export class ProblemZone extends WidgetType {
  readonly diagnostic: Diagnostic;
  readonly fix: (view: EditorView) => void;

  constructor(diagnostic: Diagnostic, fix: (view: EditorView) => void) {
    super();
    this.diagnostic = diagnostic;
    this.fix = fix;
  }

  override eq(other: ProblemZone): boolean {
    const { message, suggestion, severity } = this.diagnostic;
    const theirs = other.diagnostic;
    return (
      theirs.message === message && theirs.suggestion === suggestion && theirs.severity === severity
    );
  }

  override get estimatedHeight(): number {
    return 44;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { message, suggestion, severity } = this.diagnostic;
    const zone = element('div', `problem-zone problem-${severity}`);
    const words = element('span', 'grow problem-words');
    words.append(
      ...codedPieces(message).map(({ text, isCode }) =>
        isCode ? element('code', '', text) : visibleText(text),
      ),
    );
    words.title = visibleText(message);
    zone.append(glyph(severity), words);
    if (suggestion !== undefined) {
      const button = element(
        'button',
        'button look-plain size-small',
        texts.editor.changeTo(suggestion),
      );
      button.setAttribute('type', 'button');
      button.addEventListener('click', () => {
        this.fix(view);
        view.focus();
      });
      zone.append(button, element('kbd', '', formatShortcut('.')));
    }
    const frame = element('div', 'problem-frame');
    frame.append(zone);
    return frame;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = visibleText(text);
  return made;
}
