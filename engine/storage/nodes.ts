import type { NodeStatus } from '../contract/status.ts';
import type { Stopwatch } from '../lib/stopwatch.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** A step within a run, by its position among the steps of the definition. */
export interface NodeRecord {
  readonly position: number;
  readonly name: string;
  readonly status: NodeStatus;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly retryCount: number;
  readonly doneCount: number;
  readonly error: string;
  readonly stage: NodeStage;
  /** When the pause before the next attempt ends. */
  readonly dueAt: number | null;
  /** Number of the newest attempt; 0 for none. */
  readonly attempt: number;
  /** 1: its failure or skip does not hold up what follows. */
  readonly continued: 0 | 1;
  /** JSON text of a `NodeDetail`. */
  readonly detail: string;
  /** What its newest attempt used, which is stored with that: milliseconds, bytes; null: not measured. */
  readonly cpuMs: number | null;
  readonly peakMemory: number | null;
}

/** How far a running node has come; empty for any other. */
export type NodeStage = '' | 'checking' | 'executing' | 'judging' | 'pausing';

/** What only some nodes have. */
export interface NodeDetail {
  /** Steps that a router chose. */
  readonly chosen?: readonly string[];
  /** What a gate asks, masked; left out where that is nothing. */
  readonly prompt?: string;
  /** It runs again, and keeps none of the runs that it had called. */
  readonly callsAnew?: true;
  /** A retry is of one step only: of this one, whatever became of the steps before it, or of another, and this one stays. */
  readonly only?: 'this' | 'another';
  /** What comes after a pause. */
  readonly next?: 'retry' | 'repeat';
  /** How long that pause is, and what of it had passed when it was stored. */
  readonly pause?: { readonly lengthMs: number; readonly stopwatch: Stopwatch };
  /** How the last attempt ended, while it is judged. */
  readonly end?: {
    readonly status: NodeStatus;
    readonly timedOut: boolean;
    readonly unknownExit: boolean;
    /** Milliseconds since the epoch; left out by older versions. */
    readonly at?: number;
  };
  /** Whether `continue_on.output` was found, where somebody has looked. */
  readonly outputMatched?: boolean;
  /** What the program of its last attempt told beside its output, masked; left out where that was nothing. */
  readonly facts?: readonly NodeFact[];
  /** Parameters that do not arrive in the runs that it calls, each with the reason, masked. */
  readonly leftOut?: readonly string[];
  /** Why the condition of its repetition gave no answer when it was last asked, masked; left out where it gave one. */
  readonly repeatProblem?: string;
  readonly approved?: { readonly at: number; readonly by: string };
  /** Values given at the approval, sealed. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** The refusal of another gate ends the wait of this node. */
  readonly closed?: true;
  readonly rejected?: { readonly at: number; readonly by: string; readonly reason: string };
}

/** Something worth knowing of a step, for a person. */
export interface NodeFact {
  readonly name: string;
  readonly value: string;
}

/** Of a node that is to run again without the runs that it had called. */
export const CALLS_ANEW: NodeDetail = { callsAnew: true };

/** The detail of a node, which is `{}` where there is none. */
export function detailOf(node: Pick<NodeRecord, 'detail'>): NodeDetail {
  // Written by this program alone.
  return JSON.parse(node.detail) as NodeDetail;
}

/** A node as it is before it begins. */
export function newNode(position: number, name: string): NodeRecord {
  return {
    position,
    name,
    status: 'not_started',
    startedAt: null,
    finishedAt: null,
    stdout: '',
    stderr: '',
    exitCode: null,
    retryCount: 0,
    doneCount: 0,
    error: '',
    stage: '',
    dueAt: null,
    attempt: 0,
    continued: 0,
    detail: '{}',
    cpuMs: null,
    peakMemory: null,
  };
}

const columns = `node.position, name, status, node.started_at AS startedAt, node.finished_at AS finishedAt,
  absolute_path(stdout) AS stdout, absolute_path(stderr) AS stderr,
  node.exit_code AS exitCode, retry_count AS retryCount, done_count AS doneCount, error, stage, due_at AS dueAt, attempt,
  continued, detail, cpu_ms AS cpuMs, peak_memory AS peakMemory`;

/** Adds the nodes of a new run, in the order of their positions. */
export function insertNodes(db: Database, runId: number, names: readonly string[]): void {
  const insert = prepared(
    db,
    "INSERT INTO node (run_id, position, name, status) VALUES (?, ?, ?, 'not_started')",
  );
  names.forEach((name, position) => insert.run(runId, position, name));
}

// All that begins anew with a node.
const progress = `status = :status, started_at = :startedAt, finished_at = :finishedAt, stdout = stored_path(:stdout),
  stderr = stored_path(:stderr), exit_code = :exitCode, retry_count = :retryCount, done_count = :doneCount, error = :error,
  stage = :stage, due_at = :dueAt, continued = :continued, detail = :detail`;

/** Replaces all of a node but its name and what its attempts tell. */
export function updateNode(db: Database, runId: number, node: NodeRecord): void {
  prepared(
    db,
    `UPDATE node SET ${progress}, attempt = :attempt WHERE run_id = :runId AND position = :position`,
  ).run({ ...node, runId });
}

/**
 * A node that will run again: it keeps the count of its attempts, so that each has a number of its own. `resetNodes` does
 * the same to stored ones.
 */
export function resetNode({ position, name, attempt }: NodeRecord, detail: NodeDetail): NodeRecord {
  return { ...newNode(position, name), attempt, detail: JSON.stringify(detail) };
}

/** Brings nodes back to where they begin, without their outputs. One statement for all: a run may have ten thousand. */
export function resetNodes(
  db: Database,
  runId: number,
  { positions, detail }: { readonly positions: readonly number[]; readonly detail: NodeDetail },
): void {
  const which = { runId, positions: JSON.stringify(positions) };
  const among = 'run_id = :runId AND position IN (SELECT value FROM json_each(:positions))';
  prepared(db, `UPDATE node SET ${progress} WHERE ${among}`).run({
    ...newNode(0, ''),
    detail: JSON.stringify(detail),
    ...which,
  });
  prepared(db, `DELETE FROM output WHERE ${among}`).run(which);
}

/** The nodes of a run by position, each with the figures of its last attempt. */
export function nodesOf(db: Database, runId: number): readonly NodeRecord[] {
  return prepared(
    db,
    `SELECT ${columns} FROM node
     LEFT JOIN attempt ON attempt.run_id = node.run_id AND attempt.position = node.position AND number = attempt
     WHERE node.run_id = ? ORDER BY node.position`,
  ).all(runId) as NodeRecord[];
}

/** An output of a step: a variable of the steps behind it. */
export interface OutputRecord {
  readonly position: number;
  readonly name: string;
  readonly value: string;
}

/** Adds an output, or replaces what the same step gave under this name before. */
export function saveOutput(db: Database, runId: number, output: OutputRecord): void {
  prepared(
    db,
    `INSERT INTO output (run_id, position, name, value) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value`,
  ).run(runId, output.position, output.name, output.value);
}

/** The outputs of a run, in the order of the steps that gave them. Secrets in them are sealed. */
export function outputsOf(db: Database, runId: number): readonly OutputRecord[] {
  return [...eachOutputOf(db, runId)];
}

/** The same one after the other, for those who may not want all. */
export function eachOutputOf(db: Database, runId: number): IterableIterator<OutputRecord> {
  return prepared(
    db,
    'SELECT position, name, value FROM output WHERE run_id = ? ORDER BY position',
  ).iterate(runId) as IterableIterator<OutputRecord>;
}

/** Forgets what a node put out: it runs again. */
export function dropOutputs(db: Database, runId: number, position: number): void {
  prepared(db, 'DELETE FROM output WHERE run_id = ? AND position = ?').run(runId, position);
}

/** Tells one wait of a node from any other. */
export function waitName(runId: number, { position, attempt }: NodeRecord): string {
  return `${runId}:${position}:${attempt}`;
}

/** The waits, by their names, in the runs that a run has called, directly or not, as the store has them. */
export function waitsBelow(db: Database, runId: number): readonly string[] {
  return prepared(
    db,
    `WITH RECURSIVE called (id) AS (
       SELECT id FROM run WHERE parent_id = ?
       UNION ALL SELECT run.id FROM run JOIN called ON run.parent_id = called.id
     )
     SELECT run_id || ':' || position || ':' || attempt FROM node
     WHERE run_id IN called AND status = 'waiting'`,
  )
    .pluck()
    .all(runId) as string[];
}
