import type { SubRun } from '../../contract/run.ts';
import type { Output } from '../terminal.ts';
import { oneLine } from './display-width.ts';
import { statusText } from './status-style.ts';

/** More would push the steps themselves off the screen. */
const MAX_SHOWN = 10;

/** The runs that a step called, those that did not succeed first when there are too many. */
export function subRunLines(
  subRuns: readonly SubRun[],
  { colors }: Pick<Output, 'colors'>,
): string[] {
  const isGood = ({ statusLabel }: SubRun): boolean => statusLabel === 'succeeded';
  const byNeed =
    subRuns.length <= MAX_SHOWN
      ? subRuns
      : [...subRuns.filter((run) => !isGood(run)), ...subRuns.filter(isGood)];
  const lines = byNeed
    .slice(0, MAX_SHOWN)
    .map(({ name, params, statusLabel, dagRunId }) =>
      [oneLine(name), oneLine(params), statusText(statusLabel, colors), colors.dim(dagRunId)]
        .filter((text) => text !== '')
        .join('  '),
    );
  const rest = byNeed.length - lines.length;
  return rest === 0 ? lines : [...lines, colors.dim(`and ${rest} more`)];
}
