import type { SlotAnswer } from '../../contract/schedule.ts';
import type { Output } from '../terminal.ts';
import { localTimeText } from './times.ts';

/** The sentence, and below it what happened when. */
export function whyText(
  { sentence, evidence }: SlotAnswer,
  { colors }: Pick<Output, 'colors'>,
): string {
  const lines = evidence.map(({ time, text }) => `  ${colors.dim(localTimeText(time))}  ${text}`);
  return [sentence, ...(lines.length > 0 ? ['', ...lines] : []), ''].join('\n');
}
