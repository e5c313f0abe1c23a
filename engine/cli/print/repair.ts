import {
  hasLosses,
  type Repair,
  type RepairedTable,
} from '../../storage/repair/repair-database.ts';
import type { Output } from '../terminal.ts';
import { table } from './table.ts';

interface About {
  readonly file: string;
  readonly out: Output;
}

/** What a repair saved of each table and what it could not, and what follows from that. */
export function repairText(
  { tables, kept, endedRuns }: Repair,
  { file, out }: About,
): { readonly rows: string; readonly notes: string } {
  const shown = tables.filter((each) => each.saved > 0 || hasLosses(each));
  const rows = table(
    [
      { title: 'TABLE', value: ({ name }) => name },
      { title: 'SAVED', value: ({ saved, dropped }) => String(saved - dropped) },
      { title: 'LOST', value: lossOf },
    ],
    shown,
    out,
  );
  const notes = [
    tables.some(hasLosses)
      ? `Everything that could be read was saved to ${file}.`
      : `No data loss was found. ${file} is repaired.`,
    kept === null ? '' : `The damaged file was kept as ${kept}.`,
    endedRuns === 0
      ? ''
      : `${endedRuns} ${endedRuns === 1 ? 'active run was' : 'active runs were'} marked as failed, because the progress of active runs is uncertain.`,
    tables.some((each) => each.name === 'run' && hasLosses(each))
      ? 'The logs of lost runs stay in the log folder.'
      : '',
  ];
  return { rows, notes: notes.filter(Boolean).join('\n') };
}

function lossOf({ damagedPages, lost, dropped }: RepairedTable): string {
  const pages = `${damagedPages} ${damagedPages === 1 ? 'page' : 'pages'}`;
  const rows = `at least ${lost} ${lost === 1 ? 'row' : 'rows'}`;
  const parts = [
    lost > 0 && damagedPages > 0 ? `${rows} on ${pages}` : lost > 0 ? rows : '',
    lost === 0 && damagedPages > 0 ? `what ${pages} held` : '',
    dropped === 0 ? '' : `${dropped} that belonged to lost data`,
  ];
  return parts.filter(Boolean).join(', ') || 'nothing';
}
