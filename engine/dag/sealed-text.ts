/** What stands where a secret was, wherever people look. */
export const secretMask = '*******';

/** Names a piece of a secret's text, so that whoever knows the secret can put it back. */
export interface SealedPiece {
  /** The run that the secret belongs to. */
  readonly runKey: string;
  readonly name: string;
  /** Which text of the secret; empty: its whole value. */
  readonly part: string;
  /** Bytes of that text that are left out at its beginning. */
  readonly from: number;
}

// DEL, because JSON has no escape for it: a sealed text keeps its tokens when it becomes a string of a JSON text.
const mark = '\x7f';
const component = String.raw`[\w.!~*'()%-]+`;
const token = new RegExp(
  String.raw`${mark}(?:(${component}):(${component}):(\w*)(?:\+(\d+))?)?${mark}`,
  'g',
);

/** The token that a piece of a secret leaves in a sealed text. */
export function sealPiece({ runKey, name, part, from }: SealedPiece): string {
  const words = [encodeURIComponent(runKey), encodeURIComponent(name), part].join(':');
  return `${mark}${words}${from === 0 ? '' : `+${from}`}${mark}`;
}

/**
 * Makes text that holds no secret part of a sealed text. The mark itself is doubled: a step that prints a token gets
 * that text back, and never the secret it names.
 */
export function sealPlain(text: string): string {
  return text.replaceAll(mark, mark + mark);
}

/** Puts secrets back into a sealed text. A token stays where `textOf` knows nothing. */
export function unsealText(
  sealed: string,
  textOf: (piece: SealedPiece) => string | undefined,
): string {
  return replaceTokens(sealed, (piece, written) => textOf(piece) ?? written);
}

/** A sealed text as people may see it. Text that was never sealed stays as it is, unless it looks like a token. */
export function showSealed(sealed: string): string {
  return replaceTokens(sealed, () => secretMask);
}

function replaceTokens(
  sealed: string,
  replace: (piece: SealedPiece, written: string) => string,
): string {
  return sealed.replace(token, (...match: readonly string[]) => {
    const [written = '', runKey, name, part = '', from = '0'] = match;
    if (runKey === undefined || name === undefined) return mark;
    const piece = { runKey: decode(runKey), name: decode(name), part, from: Number(from) };
    return replace(piece, written);
  });
}

function decode(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word; // A `%` that nobody encoded: a name that no secret has.
  }
}
