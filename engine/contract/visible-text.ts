/**
 * Control characters but those of lines and the tab, what turns the direction of text, and what has no width, for a
 * class of a regular expression.
 */
export const unseen = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff`;
const inText = new RegExp(`[\\n\\r${unseen}]`, 'g');
const inLines = new RegExp(`\\r(?!\\n)|[${unseen}]`, 'g');
const inJson = new RegExp(`[${unseen}]`, 'g');

/** A control character as a picture, so that no byte of a log or a name can steer a page or a terminal. */
export function visibleText(text: string): string {
  return text.replace(inText, picture);
}

/** The same for text of several lines. */
export function visibleLines(text: string): string {
  return text.replace(inLines, picture);
}

/** The same for JSON, which keeps its value: only its strings hold such characters. */
export function visibleJson(text: string): string {
  return text.replace(inJson, (character) => `\\u${hex(character)}`);
}

function picture(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : `<${hex(character)}>`;
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}
