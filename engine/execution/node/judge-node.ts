import { existsSync } from 'node:fs';
import { judgeAll, type Verdict } from '../../dag/conditions.ts';
import type { ContinueOn, RepeatPolicy, RetryPolicy } from '../../dag/definition.ts';
import type { Names } from '../../dag/references.ts';
import { needsCondition } from '../../dag/repeat.ts';
import { resolveRetryPolicy } from '../../dag/retry.ts';
import { stepAt } from '../../dag/run-steps.ts';
import type { TextEncoding } from '../../lib/text-encoding.ts';
import { printedIn } from '../../steps/printed-in.ts';
import { logStartOf } from '../../storage/attempts.ts';
import type { Database } from '../../storage/database.ts';
import { detailOf, type NodeRecord } from '../../storage/nodes.ts';
import { checkConditions } from './check-conditions.ts';
import { plainOutcome, type Outcome } from '../work/execution.ts';
import { outputMatches } from './match-output.ts';
import { prepareStep } from './prepare-step.ts';
import { attemptFiles } from '../keep/run-folders.ts';
import type { RunServices } from '../state/run-services.ts';
import { namesAfter } from './step-scope.ts';

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
    return namesAfter(facts, position, run);
  };
  try {
    return { policy: resolveRetryPolicy(retryPolicy, names), problem: '' };
  } catch (error) {
    return { policy: null, problem: (error as Error).message };
  }
}

/** The end of the last attempt of a node, as an earlier engine stored it. */
export function storedOutcome({ exitCode, error, detail }: NodeRecord): Outcome {
  const { status = 'failed', at = null, ...odd } = detailOf({ detail }).end ?? {};
  return plainOutcome(status as Outcome['status'], { exitCode, error, ...odd, endedAt: at });
}

/** What the end of a node cannot be judged without. */
export interface Questions {
  readonly condition: RepeatPolicy | null;
  readonly output: boolean;
}

export interface Answers {
  /** What the condition of the repetition comes to; null: it was not asked for, or there is none. */
  readonly condition: Exclude<Verdict, { kind: 'broken' }> | null;
  /** Whether `continue_on.output` was found; null: nobody has looked. */
  readonly outputMatched: boolean | null;
}

/** What of the end of a node has to be found out before anybody can say what it means. */
export function questionsAbout(
  { run, position }: Omit<JudgedNode, 'db'>,
  { status }: Pick<Outcome, 'status'>,
): Questions {
  const { repeatPolicy, continueOn } = stepAt(run.state.dag, position);
  const node = run.state.nodes[position];
  const asks = repeatPolicy !== null && needsCondition(repeatPolicy, node?.doneCount ?? 0);
  // A person may say later that it has failed. Then a log of both streams cannot tell any more which of them it was.
  const isLastChance = node !== undefined && hasMergedLog(node);
  return {
    condition: asks ? repeatPolicy : null,
    output: continueOn.output.length > 0 && (status === 'failed' || isLastChance),
  };
}

/** @throws Error in words for a person, which fails the node. */
export async function answersTo(
  node: JudgedNode,
  { condition, output }: Questions,
  { status, signal }: Pick<Outcome, 'status'> & { readonly signal: AbortSignal },
): Promise<Answers> {
  const verdict = condition === null ? null : await repeatVerdict(node, condition, signal);
  if (!output) return { condition: verdict, outputMatched: null };
  const looking = outputMatched(node, signal);
  // What has not failed does not fail because a line is too long to be looked at.
  const found = await (status === 'failed' ? looking : looking.catch(() => null));
  return { condition: verdict, outputMatched: found };
}

/** Why the condition of a repetition gave no answer, in words; empty where it gave one. */
export function repeatProblem(verdict: Verdict): string {
  if (verdict.kind === 'met' || (verdict.kind === 'unmet' && verdict.isAnswer)) return '';
  return `the repeat condition cannot be evaluated: ${verdict.reason}`;
}

/** The step's own fresh output is among the variables. A broken condition never becomes another one, so nothing waits for it. */
async function repeatVerdict(
  { run, position }: JudgedNode,
  { condition }: RepeatPolicy,
  signal: AbortSignal,
): Promise<Answers['condition']> {
  if (condition === null) return null;
  const prepared = await prepareStep(run, position, signal);
  const setting = { ...prepared, shell: run.defaultShell, signal, mask: run.vault().mask };
  const verdict = judgeAll(await checkConditions([condition], setting));
  if (verdict.kind === 'broken') throw new Error(repeatProblem(verdict));
  return verdict;
}

/** Whether `continue_on.output` stands in what the last attempt wrote to standard output. */
async function outputMatched(
  { run, db, position }: JudgedNode,
  signal: AbortSignal,
): Promise<boolean> {
  const { dag } = run.state;
  const step = stepAt(dag, position);
  const wanted = { output: step.continueOn.output, encoding: printedIn(step, dag) };
  const node = run.state.nodes[position];
  if (node === undefined) return false;
  const { printed } = attemptFiles(run.workFolder, position, node.attempt);
  // Where both streams share a log, a process leaves its standard output in a file of its own as well.
  if (existsSync(printed)) {
    const text = { file: printed, from: 0, encoding: wanted.encoding };
    return outputMatches(text, wanted.output, signal);
  }
  return logMatches({ db, runId: run.state.run.id, node }, wanted, signal);
}

/** The same for a node of a run that has ended: all that is left of it are its logs, and what was found out in time. */
export async function hadMatched(
  ended: LoggedNode,
  wanted: WantedText,
  signal: AbortSignal,
): Promise<boolean> {
  if (wanted.output.length === 0) return false;
  const { outputMatched: known } = detailOf(ended.node);
  return known ?? logMatches(ended, wanted, signal);
}

/** What is looked for in a log, and how that is read. */
interface WantedText {
  readonly output: ContinueOn['output'];
  readonly encoding: TextEncoding;
}

interface LoggedNode {
  readonly db: Database;
  readonly runId: number;
  readonly node: NodeRecord;
}

async function logMatches(
  { db, runId, node }: LoggedNode,
  { output, encoding }: WantedText,
  signal: AbortSignal,
): Promise<boolean> {
  const { position, attempt: number, stdout } = node;
  if (stdout === '') return false;
  return outputMatches(
    { file: stdout, from: logStartOf(db, runId, { position, number }), encoding },
    output,
    signal,
  );
}

function hasMergedLog({ stdout, stderr }: NodeRecord): boolean {
  return stdout !== '' && stdout === stderr;
}
