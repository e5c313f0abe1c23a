import type { ContinueOn, RepeatPolicy } from '../dag/definition.ts';
import { logStartOf } from '../storage/attempts.ts';
import type { Database } from '../storage/database.ts';
import { checkConditions } from './check-conditions.ts';
import { outputMatches } from './match-output.ts';
import { prepareStep } from './prepare-step.ts';
import type { RunSetting } from './run-setting.ts';

/** A node whose last attempt has ended. */
export interface JudgedNode {
  readonly run: RunSetting;
  readonly db: Database;
  readonly position: number;
}

/** Whether the condition of a repetition is met; the step's own fresh output is among the variables (reference 3.4). */
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
  const from = logStartOf(db, run.state.run.id, { position, number: node.attempt });
  return outputMatches(node.stdout, from, output, signal);
}
