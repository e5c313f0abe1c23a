import type { Schedules } from '../../dag/definition.ts';
import { sizeOf, type FileStamp } from '../../platform/file-stamp.ts';

/** Characters that are read on the event loop for one request: it takes them less than 100 ms, whatever they are. */
const MAX_AT_ONCE = 8 * 1024;

/** Whether a text, or the base under it, is too large for the event loop. */
export function isLarge(text: string, under: { readonly text: string } | null): boolean {
  return isLargeSize(text.length) || (under !== null && isLargeSize(under.text.length));
}

/** The same of a file, by its fingerprint. */
export function isLargeFile(stamp: Pick<FileStamp, 'fingerprint'>): boolean {
  return isLargeSize(sizeOf(stamp));
}

/** The same of a text that is not at hand. */
export function isLargeSize(characters: number): boolean {
  return characters > MAX_AT_ONCE;
}

/** How much work each of some texts is, in characters of one that is read. */
export const sizesOf = (...texts: readonly (string | null | undefined)[]): readonly number[] =>
  texts.map((text) => (text == null ? 0 : weightOf(text)));

/** What is known of a zone is found out year by year; a line is looked for minute by minute. */
const [ZONE_WEIGHT, LINE_WEIGHT] = [512, 64];

/** The same of a schedule. */
export function weightOfSchedule({ start, stop, restart }: Schedules): number {
  const lines = [...start, ...stop, ...restart];
  const zones = new Set(lines.map(({ timezone }) => timezone));
  return lines.length * LINE_WEIGHT + zones.size * ZONE_WEIGHT;
}

/** A few expressions take as long to compile as all else of a text to read. */
const EXPRESSION_WEIGHT = 1024;
/** Each item may be a step that waits for all items of the list before it, in however few letters. */
const ITEM_WEIGHT = 8;

function weightOf(text: string): number {
  if (isLargeSize(text.length)) return text.length;
  const expressions = text.split('re:').length - 1;
  const items = text.split(/[,\n]/).length - 1;
  return text.length + expressions * EXPRESSION_WEIGHT + items * ITEM_WEIGHT;
}

/** The same of a crontab, of which each short line becomes a definition. */
export function weightOfCrontab(text: string): number {
  return text.length * 16;
}
