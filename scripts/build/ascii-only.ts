import type { Plugin } from 'vite';

/**
 * Writes what is not ASCII as escapes. V8 keeps the text of a module for as long as it lives, and needs two bytes for
 * each of its characters where a single one is beyond Latin-1: a few dashes and arrows cost an idle engine 2.5 MB.
 */
export const asciiOnly: Plugin = {
  name: 'ascii-only',
  // After the last printing, which would write characters again.
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type === 'chunk') part.code = escapeNonAscii(part.code);
    }
  },
};

/**
 * The same program in ASCII: strings, expressions and names may hold such escapes, and in comments nobody minds. What is
 * raw or already escaped would become another text.
 */
export function escapeNonAscii(code: string): string {
  const wrong = /\\[^\x00-\x7f]|String\.raw`[^`]*[^\x00-\x7f`][^`]*`/.exec(code);
  if (wrong !== null) throw new Error(`This cannot be written in ASCII: ${wrong[0]}`);
  return code.replace(/[^\x00-\x7f]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
