import type { NodeStatus, RunStatus } from '../../contract/status.ts';
import type { Colors } from '../terminal.ts';

type Status = NodeStatus | RunStatus;
type ColorName = 'green' | 'red' | 'yellow' | 'blue' | 'magenta' | 'dim';

const styles: Readonly<Record<Status, { readonly symbol: string; readonly color: ColorName }>> = {
  not_started: { symbol: '·', color: 'dim' },
  queued: { symbol: '…', color: 'dim' },
  running: { symbol: '▶', color: 'blue' },
  waiting: { symbol: '⏸', color: 'magenta' },
  succeeded: { symbol: '✓', color: 'green' },
  partially_succeeded: { symbol: '✓', color: 'yellow' },
  failed: { symbol: '✗', color: 'red' },
  rejected: { symbol: '✗', color: 'red' },
  aborted: { symbol: '■', color: 'yellow' },
  skipped: { symbol: '↷', color: 'dim' },
};

/** One character in the color of the status. */
export function statusSymbol(status: Status, colors: Colors): string {
  const { symbol, color } = styles[status];
  return colors[color](symbol);
}

/** The status in words, in its color. */
export function statusText(status: Status, colors: Colors, text = statusWords(status)): string {
  return colors[styles[status].color](text);
}

/** The status as people read it. */
export function statusWords(status: Status): string {
  return status.replaceAll('_', ' ');
}
