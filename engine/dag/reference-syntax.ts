/** What stands between the braces of `${…}`: a name, a path into its value, a part of the result. */
export interface Reference {
  readonly name: string;
  readonly path: readonly PathPart[];
  readonly slice: { readonly from: number; readonly length: number | null } | null;
}

export interface PathPart {
  readonly text: string;
  /** Written `[1]`, which can only be an index. */
  readonly bracketed: boolean;
}

/** `.key`, `.1` or `[1]`. Keys may hold letters of any script, digits, `_` and `-`. */
const PART = String.raw`\.[\p{L}\p{N}_-]+|\[\d+\]`;
const NAME = String.raw`[A-Za-z_][A-Za-z0-9_-]*|\d+`;
const SLICE = String.raw`:\d+(?::\d+)?`;

/** The inside of a reference, with capture groups name, path and slice. For use within other patterns. */
export const REFERENCE_SOURCE = `(?<name>${NAME})(?<path>(?:${PART})*)(?<slice>${SLICE})?`;

const WHOLE = new RegExp(`^${REFERENCE_SOURCE}$`, 'u');

/** Null: the text is no reference. */
export function parseReference(expression: string): Reference | null {
  const groups = WHOLE.exec(expression)?.groups;
  if (!groups) return null;
  const parts = groups.path?.match(/\.[^.[]+|\[\d+\]/g) ?? [];
  const [, from, length] = groups.slice?.split(':') ?? [];
  return {
    name: groups.name ?? '',
    path: parts.map((part) => ({ text: part.replace(/[.[\]]/g, ''), bracketed: part[0] === '[' })),
    slice:
      from === undefined
        ? null
        : { from: Number(from), length: length === undefined ? null : Number(length) },
  };
}

/** The name with which a reference begins. */
export function nameOf(expression: string): string {
  return parseReference(expression)?.name ?? '';
}
