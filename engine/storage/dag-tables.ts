import type { Database } from './database.ts';
import { dropDagState, renameDagState } from './dag-index.ts';
import type { DagRenaming } from './dag-names.ts';
import { detachRuns, dropFileRetention, renameFileRetention } from './file-retention.ts';
import { dropNameHolder, renameNameHolder } from './name-holders.ts';
import { renameStatusTally, renameTimeTally } from './run-tallies.ts';
import { renameRunFiles, renameRuns } from './runs.ts';
import { renameKnownSchedule, renameReplacedSchedule } from './schedule-marks.ts';
import { renameSlots } from './slots.ts';
import { deleteWebhook, renameWebhook } from './webhooks.ts';

/** A table that knows DAGs by name, and how it follows one of them. */
interface DagTable {
  readonly table: string;
  /** Those that hold the name. */
  readonly columns: readonly string[];
  readonly rename: (db: Database, renaming: DagRenaming) => void;
  /** Null where what it tells outlives the DAG. */
  readonly drop: ((db: Database, fileName: string) => void) | null;
}

type Rename = (db: Database, from: string, to: string) => void;

const byFile =
  (rename: Rename): DagTable['rename'] =>
  (db, { from, to }) =>
    rename(db, from.fileName, to.fileName);

/** A DAG that is named in its text keeps that name under any file. */
const byName =
  (rename: Rename): DagTable['rename'] =>
  (db, { from, to }) => {
    if (from.dagName !== to.dagName) rename(db, from.dagName, to.dagName);
  };

/**
 * All tables that follow a DAG, in the order in which they do. `dag_index` is not among them: the catalog reads it anew
 * from the folder.
 */
export const dagTables: readonly DagTable[] = [
  {
    table: 'dag_state',
    columns: ['file_name'],
    rename: byFile(renameDagState),
    drop: dropDagState,
  },
  // Before what the files say: each run is to be kept as its own file said.
  { table: 'run', columns: ['file_name'], rename: byFile(renameRunFiles), drop: detachRuns },
  {
    table: 'file_retention',
    columns: ['file_name'],
    rename: byFile(renameFileRetention),
    drop: dropFileRetention,
  },
  {
    table: 'name_holder',
    columns: ['file_name', 'dag_name'],
    rename: renameNameHolder,
    drop: dropNameHolder,
  },
  { table: 'run', columns: ['dag_name', 'queue'], rename: byName(renameRuns), drop: null },
  // Dropped when the DAG has neither a definition nor a run.
  { table: 'status_tally', columns: ['dag_name'], rename: byName(renameStatusTally), drop: null },
  { table: 'time_tally', columns: ['dag_name'], rename: byName(renameTimeTally), drop: null },
  { table: 'slot', columns: ['file_name', 'dag_name'], rename: renameSlots, drop: null },
  // Dropped by the scheduler when each slot of the time before the deletion has its fate.
  {
    table: 'scheduled_dag',
    columns: ['file_name'],
    rename: byFile(renameKnownSchedule),
    drop: null,
  },
  {
    table: 'replaced_schedule',
    columns: ['file_name'],
    rename: byFile(renameReplacedSchedule),
    drop: null,
  },
  { table: 'webhook', columns: ['file_name'], rename: byFile(renameWebhook), drop: deleteWebhook },
];

/** All that is stored of a DAG goes by its new names, within the transaction of the caller. */
export function renameInTables(db: Database, renaming: DagRenaming): void {
  for (const { rename } of dagTables) rename(db, renaming);
}

/** Forgets what nobody needs of a DAG that is gone, within the transaction of the caller. */
export function dropFromTables(db: Database, fileName: string): void {
  for (const { drop } of dagTables) drop?.(db, fileName);
}
