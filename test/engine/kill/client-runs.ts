import { existsSync, readFileSync } from 'node:fs';
import type { Config } from '../../../engine/config/config.ts';
import { sharedQueue } from './client-kinds.ts';
import type { Order } from './client.ts';
import { openStore } from './run-trees.ts';

/** A root run as the store of a dead engine has it. */
export interface StoredRun {
  readonly row: number;
  readonly runId: string;
  readonly queue: string;
  readonly status: string;
  readonly queuedAt: number | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

export function storedRuns(config: Config): readonly StoredRun[] {
  const db = openStore(config);
  const rows = db
    .prepare(
      `SELECT id AS row, run_id AS runId, queue, status, queued_at AS queuedAt,
         started_at AS startedAt, finished_at AS finishedAt
       FROM run WHERE parent_id IS NULL ORDER BY id`,
    )
    .all() as StoredRun[];
  db.close();
  return rows;
}

/** One line of the journal. */
export interface Note {
  readonly runId: string;
  readonly word: string;
}

export function readNotes(journal: string): readonly Note[] {
  if (!existsSync(journal)) return [];
  return readFileSync(journal, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [runId = '', word = ''] = line.split(' ');
      return { runId, word };
    });
}

export interface Aftermath {
  readonly orders: readonly Order[];
  readonly runs: readonly StoredRun[];
  readonly notes: readonly Note[];
}

/** Everything that is wrong with what came of the orders, in words. */
export function faultsOf(aftermath: Aftermath): readonly string[] {
  const runs = new Map(aftermath.runs.map((run) => [run.runId, run]));
  return [
    ...aftermath.orders.flatMap((order) => faultsOfOrder(order, runs.get(order.id), aftermath)),
    ...repeated(aftermath.notes),
    ...crowded(aftermath),
    ...outOfTurn(aftermath),
  ];
}

function faultsOfOrder(order: Order, run: StoredRun | undefined, { notes }: Aftermath): string[] {
  if (run === undefined) return order.acceptedAt === null ? [] : [`${order.id} was lost`];
  const noted = notes.filter(({ runId }) => runId === order.id).map(({ word }) => word);
  const says = `${order.id} (${order.kind.dag}) is ${run.status}, noted [${noted.join(' ')}]`;
  const faults = [
    !mayEndAs(order, run.status) && 'it may not end so',
    run.status === 'succeeded' && noted.join(' ') !== 'first second over' && 'it did not run whole',
    order.dequeued && noted.length > 0 && 'it ran, though it was taken out of its queue',
    ranAfterStop(order, run) && 'it began after its stop was confirmed',
  ];
  return faults.flatMap((fault) => (fault === false ? [] : [`${says}: ${fault}`]));
}

function mayEndAs({ kind, disturbed, dequeued }: Order, status: string): boolean {
  if (kind.held || dequeued) return status === 'aborted';
  return status === 'succeeded' || (disturbed && status === 'aborted');
}

function ranAfterStop({ stoppedMs }: Order, { startedAt }: StoredRun): boolean {
  return stoppedMs !== null && startedAt !== null && startedAt > stoppedMs;
}

function repeated(notes: readonly Note[]): string[] {
  const lines = notes.map(({ runId, word }) => `${runId} ${word}`);
  return [...new Set(lines.filter((line, index) => lines.indexOf(line) !== index))].map(
    (line) => `more than once: ${line}`,
  );
}

/** More queued runs under way at once than their queue has places, as their own steps have seen it. */
function crowded({ orders, notes }: Aftermath): string[] {
  const over = new Set(notes.filter(({ word }) => word === 'over').map(({ runId }) => runId));
  // One that noted no end was stopped: nobody knows when.
  const queueOf = new Map(
    orders.filter(({ id }) => over.has(id)).map(({ id, kind }) => [id, kind.queue]),
  );
  const under = new Map<string, Set<string>>();
  const faults: string[] = [];
  for (const { runId, word } of notes) {
    const queue = queueOf.get(runId) ?? null;
    if (queue === null) continue;
    const places = under.get(queue) ?? new Set();
    under.set(queue, places);
    if (word === 'over') places.delete(runId);
    else places.add(runId);
    if (places.size > limitOf(queue)) faults.push(`${queue} is crowded: ${[...places].join(' ')}`);
  }
  return faults;
}

function limitOf(queue: string): number {
  return queue === sharedQueue.name ? sharedQueue.places : 1;
}

/** Queued runs that began before one that had been queued earlier: in the store, or answered before they were asked for. */
function outOfTurn({ orders, runs }: Aftermath): string[] {
  const rows = new Map(runs.map((run) => [run.runId, run]));
  const queued = orders.filter(({ id, kind }) => kind.queue !== null && rows.has(id));
  return queued.flatMap((later) =>
    queued
      .filter((earlier) => earlier.kind.queue === later.kind.queue)
      .flatMap((earlier) => {
        const one = rows.get(earlier.id);
        const other = rows.get(later.id);
        if (one === undefined || other === undefined) return [];
        const isEarlier = earlier.acceptedAt !== null && earlier.acceptedAt < later.sentAt;
        if (isEarlier && one.row > other.row) return [`${earlier.id} came behind ${later.id}`];
        return one.row < other.row && beganAfter(one, other)
          ? [`${earlier.id} began after ${later.id}, which came later`]
          : [];
      }),
  );
}

function beganAfter(one: StoredRun, other: StoredRun): boolean {
  return one.startedAt !== null && other.startedAt !== null && one.startedAt > other.startedAt;
}
