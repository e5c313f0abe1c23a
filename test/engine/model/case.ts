import type { HandlerName } from '../../../engine/dag/definition.ts';

/** One random case: DAGs that may call those after them, how their steps end, and what people do meanwhile. */
export interface Case {
  /** The first is the root; a step calls by index. */
  readonly dags: readonly CaseDag[];
  /** Decides how each execution ends; see `script.ts`. */
  readonly seed: number;
  /** Whether people say no at all. */
  readonly refusals: boolean;
  /** Milliseconds after the start; null: nobody stops the run. */
  readonly stopAt: number | null;
}

export interface CaseDag {
  readonly type: 'chain' | 'graph';
  readonly maxActiveSteps: number;
  readonly timeoutSec: number;
  readonly delaySec: number;
  readonly maxCleanUpTimeSec: number;
  readonly preconditions: readonly CaseCondition[];
  readonly handlers: Readonly<Partial<Record<HandlerName, CaseHandler>>>;
  readonly steps: readonly CaseStep[];
}

export interface CaseHandler {
  readonly preconditions: readonly CaseCondition[];
}

/** A text that is compared; what the text is may depend on an output. */
export interface CaseCondition {
  readonly text: CaseText;
  /** As the language writes it, `re:` included. */
  readonly expected: string;
  readonly negate: boolean;
}

/** Either words, or the output of a step of the same DAG by its index. */
export type CaseText = string | { readonly outputOf: number };

export interface CasePause {
  readonly intervalSec: number;
  /** 1: none. */
  readonly backoff: number;
  /** 0: no bound. */
  readonly maxIntervalSec: number;
}

export interface CaseRetry extends CasePause {
  readonly limit: number;
  readonly exitCode: readonly number[];
}

export interface CaseRepeat extends CasePause {
  readonly mode: 'while' | 'until';
  readonly limit: number;
  readonly by:
    | { readonly kind: 'success' }
    | { readonly kind: 'exit_code'; readonly codes: readonly number[] }
    | { readonly kind: 'condition'; readonly text: CaseText; readonly expected: string };
}

export interface CaseContinueOn {
  readonly failure: boolean;
  readonly skipped: boolean;
  readonly exitCode: readonly number[];
  readonly output: readonly string[];
  readonly markSuccess: boolean;
}

export interface CaseStep {
  /** Indexes of steps of the same DAG; in a chain that of the step before. */
  readonly depends: readonly number[];
  readonly preconditions: readonly CaseCondition[];
  readonly continueOn: CaseContinueOn;
  readonly retry: CaseRetry | null;
  readonly repeat: CaseRepeat | null;
  readonly timeoutSec: number;
  readonly work: CaseWork;
}

export type CaseWork =
  | { readonly kind: 'process'; readonly output: boolean }
  | { readonly kind: 'gate' }
  | {
      readonly kind: 'router';
      readonly value: CaseText;
      readonly routes: readonly { readonly pattern: string; readonly targets: readonly number[] }[];
    }
  | {
      readonly kind: 'call';
      readonly dag: number;
      /** Null: a single call. */
      readonly items: number | null;
      readonly maxConcurrent: number;
    };

export const stepName = (index: number): string => `s${index}`;
export const dagName = (index: number): string => `d${index}`;
export const outputName = (index: number): string => `OUT_${index}`;
/** Names the run of an item among all runs of a case. */
export function childPath(path: string, step: number, item: number | null): string {
  return `${path}.${stepName(step)}${item === null ? '' : `.${item}`}`;
}
