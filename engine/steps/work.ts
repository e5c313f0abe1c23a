import type { ChatMessage } from '../contract/messages.ts';
import type { Dag, Step } from '../dag/definition.ts';
import type { Names } from '../dag/references.ts';
import { assertNever } from '../lib/assert-never.ts';
import type { ProgramTask } from '../step-programs/task.ts';

/** What a step type is given to turn a step into work. */
export interface WorkContext {
  readonly dag: Dag;
  readonly step: Step;
  /** Shell of the engine, for steps and DAGs that name none. */
  readonly defaultShell: readonly string[];
  /** Values of `$1`, `$2`, … */
  readonly positional: readonly string[];
  /** Where a script may be written. */
  readonly scriptFile: string;
  readonly run: RunPlace;
  /** What references mean. */
  readonly names: Names;
  /** Expands text that no shell will see; `extra` variables win. */
  readonly expand: (text: string, extra?: ReadonlyMap<string, string>) => Promise<string>;
  /** The same for a text of a language that uses `$NAME` itself, such as SQL: a reference has braces there. */
  readonly expandBraced: (text: string) => Promise<string>;
  /** The DAG that a step would call by this name. @throws Error in words for a person: it does not exist, or cannot run. */
  readonly findDag: (target: string) => Promise<Dag>;
  /** What the steps that come before this one said to models and were answered, oldest first, secrets masked. */
  readonly earlierMessages: () => readonly ChatMessage[];
}

/** What all steps of a run have in common on this computer. */
export interface RunPlace {
  /** Tells the run, and which attempt of it, from every other: letters, digits, `-` and `.`. */
  readonly name: string;
  /** That of the DAG. */
  readonly workingDir: string;
  /** Of the engine. */
  readonly dataDir: string;
}

/** What a step amounts to at one execution. A type decides this; `execution` carries it out. */
export type Work = ProcessWork | ProgramWork | CallWork | GateWork | DoneWork;
export type WorkKind = Work['kind'];
export type WorkOf<K extends WorkKind> = Extract<Work, { readonly kind: K }>;

/** Whether it is done by processes under the launcher, which outlive the engine. */
export function hasProcess(kind: WorkKind): boolean {
  switch (kind) {
    case 'process':
    case 'program':
      return true;
    case 'calls':
    case 'gate':
    case 'done':
      return false;
    default:
      return assertNever(kind);
  }
}

/** Programs that run one after another under the launcher. */
export interface ProcessWork {
  readonly kind: 'process';
  readonly commands: readonly (readonly string[])[];
  /** To be written first. */
  readonly scripts: readonly { readonly file: string; readonly text: string }[];
  /** Variables beyond those of the step. */
  readonly env: Readonly<Record<string, string>>;
}

/** A program of ours under the launcher: whatever holds for the processes of commands holds for it. */
export interface ProgramWork {
  readonly kind: 'program';
  readonly task: ProgramTask;
  /** DAGs that the program may ask for runs of (`step-programs/dag-calls`), as a step calls them. Left out: none. */
  readonly calls?: readonly string[];
}

/** Runs of other DAGs. */
export interface CallWork {
  readonly kind: 'calls';
  /** In the order of the items. */
  readonly calls: readonly PlannedCall[];
  /** Whether the result is that of many calls, however many there are. */
  readonly parallel: boolean;
  readonly maxConcurrent: number;
}

/** One run of another DAG. */
export interface PlannedCall {
  /** Name or path as the step wrote it, expanded. */
  readonly target: string;
  /** The text of a start: `K=V "x y"`, or JSON. */
  readonly params: string;
}

/** A wait for a person. */
export interface GateWork {
  readonly kind: 'gate';
  /** What the person is asked, with values in the place of variables; empty where nothing is. */
  readonly prompt: string;
  /** What the log of the step says. */
  readonly print: string;
}

/** Nothing is left to do. */
export interface DoneWork {
  readonly kind: 'done';
  readonly print: string;
  /** Steps that a router chose; null for any other type. */
  readonly chosen: readonly string[] | null;
}
