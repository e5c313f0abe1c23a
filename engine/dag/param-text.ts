import type { TextParam } from '../contract/format-param.ts';
import { MAX_PARAMS } from './limits.ts';

/** What `params` are called: a shell must be able to name most of them, and a dot starts a path. */
export const PARAM_NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Why a text of parameters cannot be read, in words that end a sentence about `params`. */
export class ParamTextError extends Error {}

/** The end of a sentence about `params`. */
export const TOO_MANY_PARAMS = `there are more than ${MAX_PARAMS} parameters`;

/**
 * Splits `K=V "x y" Z='a b'` at white space. A quote counts at the start of a value only, so that `it's` and `{"a":1}`
 * stay as they are; between double quotes `\"` and `\\` stand for themselves. A pair of backticks holds its text together.
 * Throws ParamTextError where a quote is not closed, and for more parameters than a DAG may have.
 */
export function splitParamText(text: string): readonly TextParam[] {
  const params: TextParam[] = [];
  const gap = /\s*/y;
  for (let at = skip(gap, text, 0); at < text.length; at = skip(gap, text, at)) {
    const name = matchAt(/([A-Za-z_][A-Za-z0-9_-]*)=/y, text, at)?.[1] ?? null;
    const start = name === null ? at : at + name.length + 1;
    const { value, end } = readValue(text, start);
    params.push({ name, value });
    if (params.length > MAX_PARAMS) throw new ParamTextError(TOO_MANY_PARAMS);
    at = end;
  }
  return params;
}

/** One parameter that is the whole text: an item of a list. Spaces belong to its value. */
export function readParamItem(text: string): TextParam {
  const [, name, value] = /^([A-Za-z_][A-Za-z0-9_-]*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) return { name: null, value: text };
  const quotedValue = matchAt(QUOTED, value, 0)?.[0];
  return { name, value: quotedValue === value ? unquote(value) : value };
}

const QUOTED = /"(?:[^"\\]|\\.)*"|'[^']*'/sy;
/** Backticks pair up where they can; a lone one is a character like any other. */
const BARE = /(?:`[^`]*`|\S)*/y;

function readValue(text: string, start: number): { value: string; end: number } {
  const first = text[start];
  if (first !== '"' && first !== "'") {
    const bare = matchAt(BARE, text, start)?.[0] ?? '';
    return { value: bare, end: start + bare.length };
  }
  const whole = matchAt(QUOTED, text, start)?.[0];
  if (whole === undefined) throw new ParamTextError(`the quote ${first} is not closed`);
  const end = start + whole.length;
  if (end < text.length && /\S/.test(text.charAt(end))) {
    throw new ParamTextError('a space must follow a closing quote');
  }
  return { value: unquote(whole), end };
}

function unquote(quotedText: string): string {
  const inner = quotedText.slice(1, -1);
  return quotedText.startsWith('"') ? inner.replace(/\\(["\\])/g, '$1') : inner;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function skip(pattern: RegExp, text: string, at: number): number {
  return at + (matchAt(pattern, text, at)?.[0].length ?? 0);
}
