import { WidgetType, type EditorView } from '@codemirror/view';
import type { Choice } from '../../lib/conflict-text.ts';
import { texts } from '../texts.ts';

interface HeadOptions {
  readonly number: number;
  readonly count: number;
  readonly choose: (view: EditorView, choice: Choice) => void;
}

const words = texts.conflicts;
const choices = [
  { choice: 'mine', key: 'Alt M' },
  { choice: 'theirs', key: 'Alt T' },
  { choice: 'both', key: 'Alt B' },
] as const;

/** The band above a conflict, with what can be done about it. */
export class ConflictHead extends WidgetType {
  readonly options: HeadOptions;

  constructor(options: HeadOptions) {
    super();
    this.options = options;
  }

  override eq({ options }: ConflictHead): boolean {
    return options.number === this.options.number && options.count === this.options.count;
  }

  override get estimatedHeight(): number {
    return 56;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { number, count } = this.options;
    const band = element('div', 'conflict-head');
    band.append(element('span', 'strong grow', words.title(number, count)));
    const buttons = element('span', 'row');
    for (const { choice, key } of choices) buttons.append(this.#button(view, choice, key));
    band.append(buttons);
    const frame = element('div', 'conflict-frame');
    frame.append(band, element('div', 'conflict-label conflict-mine', words.parts.mine));
    return frame;
  }

  #button(view: EditorView, choice: Choice, key: string): HTMLElement {
    const button = element('button', 'button look-plain size-small', words.use[choice]);
    button.setAttribute('type', 'button');
    button.setAttribute('aria-label', words.useFor(words.use[choice], this.options.number));
    button.title = key;
    button.addEventListener('click', () => {
      // The conflict is that in which the cursor stands.
      view.dispatch({ selection: { anchor: view.posAtDOM(button) } });
      this.options.choose(view, choice);
    });
    return button;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Says whose the lines below are; `end`: nobody's any more. */
export class PartLabel extends WidgetType {
  readonly part: 'base' | 'theirs' | 'end';

  constructor(part: 'base' | 'theirs' | 'end') {
    super();
    this.part = part;
  }

  override eq({ part }: PartLabel): boolean {
    return part === this.part;
  }

  override get estimatedHeight(): number {
    return this.part === 'end' ? 4 : 20;
  }

  override toDOM(): HTMLElement {
    if (this.part === 'end') return element('div', 'conflict-end');
    const frame = element('div', 'conflict-frame');
    frame.append(element('div', `conflict-label conflict-${this.part}`, words.parts[this.part]));
    return frame;
  }
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
