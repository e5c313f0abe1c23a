/**
 * Splits a command line into words without any shell: spaces part them, quotes and backslashes keep them together.
 * Inside single quotes everything is literal; inside double quotes a backslash escapes `"`, `\` and `$`.
 * A backslash stays before the characters of `kept`, for whoever reads the words next.
 */
export function splitWords(text: string, kept = ''): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (quote === null && /\s/.test(char)) {
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
