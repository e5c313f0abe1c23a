import type { DryRun } from '../../contract/dag.ts';
import type { WireError } from '../../contract/errors.ts';
import type { PlannedSlot } from '../../contract/schedule.ts';
import type { BaseDag } from '../../dag/base.ts';
import type { DagDifference } from '../../dag/compare/compare-dags.ts';
import type { CrontabPlan, CrontabToPlan } from '../../dag/import/crontab/plan-crontab.ts';
import type { CallableDags } from '../../dag/import/actions/dag-names.ts';
import type { Turned } from '../../dag/import/turn-older-forms.ts';
import type { LoadResult, ParamDefinition, Schedules } from '../../dag/definition.ts';
import type { PlannedRange } from '../../dag/planned-slots.ts';
import type { LintOptions } from '../../dag/lint/lint-documents.ts';
import type { MergePiece, ThreeTexts } from '../../lib/merge-texts.ts';
import type { DryRunOptions } from '../prepare/dry-run.ts';
import type { ParamsToCheck, SchemaText } from '../prepare/param-schemas.ts';

/** How a text is read. */
export interface ReadOptions {
  /** What a first document without `name` is called. */
  readonly name: string;
  readonly asCalled?: boolean;
  readonly lint?: LintOptions;
}

/** A text that is to be read, with all that decides about its meaning. */
export interface LoadJob extends ReadOptions {
  readonly text: string;
  /** Text of base.yaml; null where there is none. */
  readonly base: string | null;
}

/** Two texts of a DAG, of which it is to be told what differs in meaning; null: there is none. */
export interface CompareJob {
  readonly before: LoadJob | null;
  readonly after: LoadJob | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** IANA zone of schedule lines that name none. */
  readonly timezone: string;
}

/** What differs between two texts. */
export interface Comparison {
  readonly difference: DagDifference;
  /** What the DAG is called on the two sides. */
  readonly names: readonly string[];
}

/** A definition of earlier forms that is to be written anew. */
export interface TurnJob extends LoadJob {
  readonly dags: CallableDags;
}

/** A crontab of which the DAGs are to be planned. */
export interface CrontabJob extends Omit<CrontabToPlan, 'own'> {
  /** Text of base.yaml; null where there is none. */
  readonly base: string | null;
}

/** A schedule of which it is to be told when it is due. */
export interface SlotsJob {
  readonly schedule: Schedules;
  readonly range: PlannedRange;
}

/** A document that is to be found in the text of a file, by its name. */
export interface DocumentJob {
  readonly text: string;
  readonly name: string;
}

/** What the side thread is asked: nothing but data goes there. */
export type Job =
  | { readonly kind: 'load'; readonly job: LoadJob }
  | { readonly kind: 'base'; readonly job: { readonly text: string } }
  | { readonly kind: 'compare'; readonly job: CompareJob }
  | { readonly kind: 'merge'; readonly job: ThreeTexts }
  | { readonly kind: 'schemaParams'; readonly job: SchemaText }
  | { readonly kind: 'checkParams'; readonly job: ParamsToCheck }
  | { readonly kind: 'turn'; readonly job: TurnJob }
  | { readonly kind: 'crontab'; readonly job: CrontabJob }
  | { readonly kind: 'slots'; readonly job: SlotsJob }
  | { readonly kind: 'document'; readonly job: DocumentJob }
  | { readonly kind: 'dryRun'; readonly job: DryRunJob };

/** Without the functions, which cannot go there. */
export interface DryRunJob {
  readonly options: Omit<DryRunOptions, 'knows' | 'schemas'>;
  readonly known: ReadonlySet<string>;
}

type JobValue =
  | LoadResult
  | BaseDag
  | Comparison
  | readonly MergePiece[]
  | DryRun
  | Turned
  | CrontabPlan
  | readonly PlannedSlot[]
  | readonly ParamDefinition[]
  | ReadonlyMap<string, string>
  | string
  | null;

/** What came of it. */
export type Outcome =
  | { readonly kind: 'done'; readonly value: JobValue }
  | { readonly kind: 'refused'; readonly error: WireError }
  | { readonly kind: 'failed'; readonly error: Error };

export type Answer = Outcome & {
  /** Milliseconds of a processor. */
  readonly usedMs: number;
};
