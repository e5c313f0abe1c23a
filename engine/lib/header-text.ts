/**
 * Whether a text can stand in a header as one word: visible ASCII without spaces. What sends a header names the whole
 * text when it cannot, so secrets are looked at before.
 */
export function isHeaderWord(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
