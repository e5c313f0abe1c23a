/** A name for a form, unique for one text, and the form. */
export type NamedForm = readonly [name: string, form: string];

/** What fewer characters are encoded as stands for other things as well, and what more are takes long to look for. */
const SHORTEST = 8;
/** The rest that a last line holds of a longer text. */
const SHORTEST_LINE = 4;
const LONGEST = 4 * 1024;

/**
 * What programs make of a text in passing, so that whoever knows the form knows the text: base64, hex, and the strings of
 * JSON in which more characters are escaped than have to be.
 */
export function* encodedForms(text: string): Generator<NamedForm> {
  if (text.length < SHORTEST || text.length > LONGEST) return;
  yield* inBase64(Buffer.from(text));
  yield* inHex(Buffer.from(text));
  for (const [name, style] of Object.entries(escapeStyles)) {
    if (changes(text, style)) yield [name, escaped(text, style)];
  }
}

/**
 * Text that begins in the middle of what is encoded begins at the first, second or third byte of a group. What depends on
 * its neighbors is left out; what it ends with where nothing follows is a form of its own, with padding and without.
 */
function* inBase64(bytes: Buffer): Generator<NamedForm> {
  for (const [at, mixed] of [0, 2, 3].entries()) {
    const whole = Buffer.concat([Buffer.alloc(at), bytes])
      .toString('base64')
      .slice(mixed);
    const end = whole.replace(/=+$/, '');
    const inner = (at + bytes.length) % 3 === 0 ? end : end.slice(0, -1);
    yield* inBothAlphabets(`base64_${at}`, inner);
    yield* inBothAlphabets(`base64_end${at}`, end);
    yield* inBothAlphabets(`base64_padded${at}`, whole);
    if (at === 0)
      for (const width of [64, 76]) yield* lines(`base64_of${width}`, [inner, whole], width);
  }
}

function* inBothAlphabets(name: string, form: string): Generator<NamedForm> {
  yield [name, form];
  yield [`${name}_url`, form.replaceAll('+', '-').replaceAll('/', '_')];
}

function* inHex(bytes: Buffer): Generator<NamedForm> {
  const lower = bytes.toString('hex');
  yield ['hex', lower];
  yield ['hex_upper', lower.toUpperCase()];
  yield* lines('hex_of60', [lower], 60);
}

/** The lines into which the usual programs break what is longer than one. */
function* lines(name: string, forms: readonly string[], width: number): Generator<NamedForm> {
  for (const [which, form] of forms.entries()) {
    if (form.length <= width) continue;
    for (let from = 0; form.length - from >= SHORTEST_LINE; from += width) {
      yield [`${name}_${which}_${from / width + 1}`, form.slice(from, from + width)];
    }
  }
}

interface EscapeStyle {
  /** Characters that are written as `\u` and their number. */
  readonly numbered: RegExp;
  readonly upperCase?: true;
  /** Whether a backslash stands before a slash. */
  readonly slash?: true;
}

/** Those of libraries that are in wide use, and that in which nothing is left as it is. */
const escapeStyles: Readonly<Record<string, EscapeStyle>> = {
  escaped_ascii: { numbered: /[\x80-\uffff]/ },
  escaped_ascii_upper: { numbered: /[\x80-\uffff]/, upperCase: true },
  escaped_slash: { numbered: /[\x80-\uffff]/, slash: true },
  escaped_html: { numbered: /[<>&\u2028\u2029]/ },
  escaped_strict: { numbered: /["&'+<>`\x7f-\uffff]/, upperCase: true },
  escaped_all: { numbered: /[^]/ },
  escaped_all_upper: { numbered: /[^]/, upperCase: true },
};

function changes(text: string, { numbered, slash }: EscapeStyle): boolean {
  return numbered.test(text) || (slash === true && text.includes('/'));
}

function escaped(text: string, style: EscapeStyle): string {
  let written = '';
  for (const character of text) {
    if (style.numbered.test(character)) written += numbersOf(character, style);
    else if (style.slash && character === '/') written += '\\/';
    else written += JSON.stringify(character).slice(1, -1);
  }
  return written;
}

/** Two where a character has two halves. */
function numbersOf(character: string, { upperCase }: EscapeStyle): string {
  return Array.from({ length: character.length }, (_, half) => {
    const number = character.charCodeAt(half).toString(16).padStart(4, '0');
    return `\\u${upperCase ? number.toUpperCase() : number}`;
  }).join('');
}
