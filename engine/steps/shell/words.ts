import { specialEnds } from '../../dag/text-parts.ts';

/**
 * Splits a command line into words without any shell: spaces part them, quotes and backslashes keep them together.
 * Inside single quotes everything is literal; inside double quotes a backslash escapes `"`, `\` and `$`.
 */
export function splitWords(text: string): string[] {
  return wordsOf(text, { kept: '', wholeUntil: () => null });
}

/**
 * The same for words in which references and commands in backticks are expanded next: each stays whole, whatever it holds,
 * and so does a backslash before a dollar sign or a backtick.
 */
export function splitUnexpandedWords(text: string): string[] {
  return wordsOf(text, { kept: '$`', wholeUntil: specialEnds(text) });
}

interface Expansion {
  /** Characters before which a backslash stays. */
  readonly kept: string;
  /** The end of what begins at an offset and stays whole; null: nothing does. */
  readonly wholeUntil: (at: number) => number | null;
}

function wordsOf(text: string, { kept, wholeUntil }: Expansion): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const whole = quote === "'" ? null : wholeUntil(at);
    if (whole !== null) {
      word = (word ?? '') + text.slice(at, whole);
      at = whole - 1;
    } else if (quote === null && /\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (quote === null && (char === '"' || char === "'")) {
      quote = char;
      word ??= '';
    } else if (char === quote) {
      quote = null;
    } else if (char === '\\' && escapes(text.charAt(at + 1), quote)) {
      at++;
      word = (word ?? '') + (kept.includes(text.charAt(at)) ? char : '') + text.charAt(at);
    } else {
      word = (word ?? '') + char;
    }
  }
  return word === null ? words : [...words, word];
}

function escapes(next: string, quote: string | null): boolean {
  if (quote === "'" || next === '') return false;
  return quote === null || '"\\$'.includes(next);
}
