import type { KeptCopy } from '../../contract/sync.ts';
import type { Output } from '../terminal.ts';
import { table } from './table.ts';

const reasons: Readonly<Record<KeptCopy['reason'], string>> = {
  '': 'replaced',
  pull: 'removed by a pull',
  discard: 'discarded',
  merge: 'replaced by a merge',
  restore: 'replaced by a restore',
};

/** The copies, newest first. An ID begins with the time, and is never cut. */
export function keptText(copies: readonly KeptCopy[], out: Output): string {
  if (copies.length === 0) return 'No kept copies.\n';
  return table<KeptCopy>(
    [
      { title: 'ID', value: ({ keptId }) => keptId },
      { title: 'REASON', value: ({ reason }) => reasons[reason] },
      { title: 'BYTES', value: ({ bytes }) => String(bytes) },
      { title: 'FILE', value: ({ filePath }) => filePath },
    ],
    copies,
    out,
  );
}
