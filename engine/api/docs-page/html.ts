/** A piece of a page. Text becomes one by `html` alone, which escapes it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

/** HTML with values put in: pieces as they are, everything else escaped, within tags and attributes alike. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const filled = strings.map(
    (text, at) => text + (at < parts.length ? textOf(parts[at] ?? '') : ''),
  );
  return new Html(filled.join(''));
}

/** Escaped text in which what stands between backticks is code. */
export function prose(text: string): Html {
  const pieces = text
    .split('`')
    .map((piece, at) => (at % 2 === 0 ? html`${piece}` : html`<code>${piece}</code>`));
  return html`${pieces}`;
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escaped(String(part));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
