import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { writeFirst } from '../../lib/write-file.ts';
import type { Action, ActionStep, CompositeRuns } from './action.ts';
import { fillIn, isWanted, type Contexts } from './expressions.ts';
import { findAction } from './find-action.ts';
import { beginVisit, contextsOf, type Job } from './job.ts';
import type { ActionEnd, Call } from './call.ts';
import { runProcess } from './run-process.ts';

/** What later steps can read of one. */
interface StepResult {
  readonly outputs: Readonly<Record<string, string>>;
  /** What became of it. */
  readonly outcome: 'success' | 'failure' | 'skipped';
  /** The same, after `continue-on-error`. */
  readonly conclusion: 'success' | 'failure' | 'skipped';
}

/** The steps of a composite action that is under way. */
interface Composite {
  readonly job: Job;
  readonly call: Call;
  readonly results: Record<string, StepResult>;
  readonly progress: { hasFailed: boolean };
}

/** Runs the steps of a composite action in their order; those after a failure run only when they say so. */
export async function runComposite(
  job: Job,
  call: Call,
  { runs, outputs }: Action & { readonly runs: CompositeRuns },
): Promise<ActionEnd> {
  const composite: Composite = { job, call, results: {}, progress: { hasFailed: false } };
  let exitCode = 0;
  for (const step of runs.steps) {
    const code = await runStep(composite, step);
    if (exitCode === 0) exitCode = code;
  }
  const contexts = contextsFor(composite, {});
  const values = Object.entries(outputs).map(([name, output]) => [
    name,
    fillIn(output?.value ?? '', contexts, composite.progress),
  ]);
  return { exitCode, outputs: Object.fromEntries(values) as Record<string, string> };
}

/** Returns the exit code of a failure that counts, else 0. */
async function runStep(composite: Composite, step: ActionStep): Promise<number> {
  const { results, progress } = composite;
  const before = contextsFor(composite, {});
  const keep = (result: StepResult): void => {
    if (step.id !== '') results[step.id] = result;
  };
  if (!isWanted(step.if, before, progress)) {
    keep({ outputs: {}, outcome: 'skipped', conclusion: 'skipped' });
    return 0;
  }
  const env = filled(step.env, before, progress);
  const contexts = contextsFor(composite, env);
  const { exitCode, outputs } = await carryOut(composite, step, { env, contexts });
  const outcome = exitCode === 0 ? 'success' : 'failure';
  const goesOn = fillIn(step['continue-on-error'] ?? '', contexts, progress) === 'true';
  keep({ outputs, outcome, conclusion: goesOn ? 'success' : outcome });
  if (exitCode === 0 || goesOn) return 0;
  progress.hasFailed = true;
  composite.job.hasFailed = true;
  return exitCode;
}

interface StepFacts {
  readonly env: Readonly<Record<string, string>>;
  readonly contexts: Contexts;
}

function carryOut(composite: Composite, step: ActionStep, facts: StepFacts): Promise<ActionEnd> {
  const { job, call, progress } = composite;
  if (step.uses !== undefined) return useAction(composite, step, { ...facts, uses: step.uses });
  if (step.run === undefined) throw new Error(`${nameOf(step)} has neither \`run\` nor \`uses\``);
  if (step.shell === undefined) throw new Error(`${nameOf(step)} requires \`shell\``);
  const script = fillIn(step.run, facts.contexts, progress);
  const folder = fillIn(step['working-directory'] ?? '', facts.contexts, progress);
  const file = join(job.folder, `${randomUUID()}${suffixes[step.shell] ?? ''}`);
  writeFirst(file, `${script}\n`);
  return runScript(composite, {
    words: wordsOf(step.shell).map((word) => word.replaceAll('{0}', file)),
    folder: resolve(job.workspace, folder),
    env: { ...call.env, GITHUB_ACTION_PATH: call.folder, ...facts.env },
  });
}

async function runScript(
  { job }: Composite,
  process: Parameters<typeof runProcess>[2],
): Promise<ActionEnd> {
  const visit = beginVisit(job);
  const exitCode = await runProcess(job, visit, process);
  return { exitCode, outputs: visit.outputs };
}

async function useAction(
  { job, call, progress }: Composite,
  step: ActionStep,
  { env, contexts, uses }: StepFacts & { readonly uses: string },
): Promise<ActionEnd> {
  const folder = await findAction(job, uses);
  const inputs = filled(step.with, contexts, progress);
  return job.run({ folder, inputs, env: { ...call.env, ...env }, depth: call.depth + 1 });
}

function contextsFor(
  { job, call, results }: Composite,
  env: Readonly<Record<string, string>>,
): Contexts {
  const known = contextsOf(job, call.folder);
  return {
    ...known,
    env: { ...job.env, ...call.env, ...env },
    inputs: call.inputs,
    steps: results,
  };
}

function filled(
  texts: Readonly<Record<string, string>>,
  contexts: Contexts,
  progress: { readonly hasFailed: boolean },
): Record<string, string> {
  const entries = Object.entries(texts).map(([name, text]) => [
    name,
    fillIn(text, contexts, progress),
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

function nameOf({ id, name }: ActionStep): string {
  return `the step ${JSON.stringify(name || id)} of the action`;
}

/** What GitHub makes of the names of shells; anything else is a command line in which `{0}` is the script. */
const shells: Readonly<Record<string, string>> = {
  bash: 'bash --noprofile --norc -e -o pipefail {0}',
  sh: 'sh -e {0}',
  python: 'python {0}',
  pwsh: 'pwsh -File {0}',
};

const suffixes: Readonly<Record<string, string>> = { python: '.py', pwsh: '.ps1' };

function wordsOf(shell: string): readonly string[] {
  const line = shells[shell] ?? shell;
  if (!line.includes('{0}'))
    throw new Error(`unknown shell \`${shell}\`: write where the script goes, as in \`perl {0}\``);
  return line.split(/\s+/).filter(Boolean);
}
