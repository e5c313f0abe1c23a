import type { RunDetail } from '../../contract/run.ts';
import { statusText } from '../print/status-style.ts';
import type { Output } from '../terminal.ts';

/** How a run has ended, for somebody who has not watched it. */
export function endedWords(
  { name, dagRunId, statusLabel }: RunDetail,
  { colors }: Pick<Output, 'colors'>,
): string {
  return `Run ${dagRunId} of ${name} has ended: ${statusText(statusLabel, colors)}`;
}
