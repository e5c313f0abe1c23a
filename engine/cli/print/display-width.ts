import { stripVTControlCharacters } from 'node:util';
import { visibleText } from '../../contract/visible-text.ts';

let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one character each. Made when it is first needed, which takes 8 ms. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Columns that a text takes on a terminal: colors none, Chinese characters and most emoji two. */
export function displayWidth(text: string): number {
  const visible = stripVTControlCharacters(text);
  if (/^[\x20-\x7e]*$/.test(visible)) return visible.length;
  let width = 0;
  for (const { segment } of graphemesOf(visible)) width += graphemeWidth(segment);
  return width;
}

/** The text, and spaces up to a width. */
export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/** The text, cut to a width with an ellipsis where it is longer. Colors are lost where it is cut. */
export function fitTo(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemesOf(stripVTControlCharacters(text))) {
    used += graphemeWidth(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return width > 0 ? `${kept}…` : '';
}

/** One line that cannot disturb the terminal, whatever the text holds. */
export function oneLine(text: string): string {
  const line = stripVTControlCharacters(text).replace(/\s+/g, ' ').trim();
  return visibleText(line);
}

function graphemeWidth(grapheme: string): number {
  if (/^[\p{Mn}\p{Me}\p{Cc}\p{Cf}]/u.test(grapheme)) return 0;
  if (/\p{Emoji_Presentation}|\ufe0f/u.test(grapheme)) return 2;
  return wide.test(grapheme) ? 2 : 1;
}

/** The blocks that Unicode calls wide or full width (UAX 11), without the rare ones. */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
