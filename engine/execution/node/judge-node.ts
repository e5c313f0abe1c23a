import { existsSync } from 'node:fs';
import type { ContinueOn, RepeatPolicy, RetryPolicy } from '../../dag/definition.ts';
import type { Names } from '../../dag/references.ts';
import { resolveRetryPolicy } from '../../dag/retry.ts';
import { stepAt } from '../../dag/run-steps.ts';
import { logStartOf } from '../../storage/attempts.ts';
import type { Database } from '../../storage/database.ts';
import { checkConditions } from './check-conditions.ts';
import type { Outcome } from '../work/execution.ts';
import { outputMatches } from './match-output.ts';
import { prepareStep } from './prepare-step.ts';
import { attemptFiles } from '../keep/run-folders.ts';
import type { RunServices } from '../state/run-services.ts';
import { inheritedScope } from './step-scope.ts';

/** A node whose last attempt has ended. */
export interface JudgedNode {
  readonly run: RunServices;
  readonly db: Database;
  readonly position: number;
}

/** What is known of a retry: the policy, or why there is none. */
export interface RetryRule {
  readonly policy: RetryPolicy | null;
  /** Why the policy cannot be followed, in words; empty where it can. */
  readonly problem: string;
}

/** How a node is retried after this end. The numbers of its policy may be references to what the run knows by now. */
export function retryRuleOf(
  { run, position }: Omit<JudgedNode, 'db'>,
  { status }: Pick<Outcome, 'status'>,
): RetryRule {
  const { retryPolicy } = stepAt(run.state.dag, position);
  if (status !== 'failed' || retryPolicy === null) return { policy: null, problem: '' };
  const names = (): Names => {
    const facts = { state: run.state, vault: run.vault(), extra: run.extraVariables(position) };
    return inheritedScope(facts, position).names;
  };
  try {
    return { policy: resolveRetryPolicy(retryPolicy, names), problem: '' };
  } catch (error) {
    return { policy: null, problem: (error as Error).message };
  }
}

/** Whether the condition of a repetition is met; the step's own fresh output is among the variables. */
export async function conditionMet(
  { run, position }: JudgedNode,
  { condition }: RepeatPolicy,
  signal: AbortSignal,
): Promise<boolean | null> {
  if (condition === null) return null;
  const prepared = await prepareStep(run, position, signal);
  const setting = { ...prepared, shell: run.defaultShell, signal, mask: run.vault().mask };
  const [error] = await checkConditions([condition], setting);
  return error === '';
}

/** Whether `continue_on.output` stands in what the last attempt wrote to standard output. */
export async function outputMatched(
  { run, db, position }: JudgedNode,
  { output }: ContinueOn,
  signal: AbortSignal,
): Promise<boolean> {
  const node = run.state.nodes[position];
  if (node === undefined || node.stdout === '' || output.length === 0) return false;
  const number = node.attempt;
  const { printed } = attemptFiles(run.workFolder, position, number);
  // Where both streams share a log, a process leaves its standard output in a file of its own as well.
  if (existsSync(printed)) return outputMatches({ file: printed, from: 0 }, output, signal);
  const from = logStartOf(db, run.state.run.id, { position, number });
  return outputMatches({ file: node.stdout, from }, output, signal);
}
