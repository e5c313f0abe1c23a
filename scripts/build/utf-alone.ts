import type { Plugin } from 'vite';

/** What iconv-lite holds of encodings beside those of Unicode. */
const legacyEncodings =
  /[\\/]iconv-lite[\\/]encodings[\\/](?:dbcs-data|sbcs-data|sbcs-data-generated)\.js$/;

/**
 * Leaves out the tables of encodings other than those of Unicode. The reader of JSON bodies refuses them before it looks
 * for one, and they would be half a megabyte of text, and as much again of strings, in the memory of an idle engine.
 */
export const utfAlone = {
  name: 'utf-alone',
  enforce: 'pre' as const,
  load: (id: string) => (legacyEncodings.test(id) ? 'module.exports = {};' : null),
} satisfies Plugin;
