import type { ActionEnd, Call } from './call.ts';
import { isWanted } from './expressions.ts';
import { beginVisit, contextsOf, type Job, type Visit } from './job.ts';

/** What an action does before, in and after the step. Undefined: nothing. */
export interface Stages<Program> {
  readonly pre: Program | undefined;
  readonly preIf: string | undefined;
  readonly main: Program;
  readonly post: Program | undefined;
  readonly postIf: string | undefined;
}

/** Runs one of the programs, with what earlier ones saved, and returns its exit code. */
type RunStage<Program> = (
  program: Program,
  visit: Visit,
  state: Readonly<Record<string, string>>,
) => Promise<number>;

/** Runs an action; what it does at the end waits for the end of the step. */
export async function runStages<Program>(
  { job, call }: { readonly job: Job; readonly call: Call },
  { pre, preIf, main, post, postIf }: Stages<Program>,
  runStage: RunStage<Program>,
): Promise<ActionEnd> {
  const state: Record<string, string> = {};
  const run = async (program: Program): Promise<ActionEnd> => {
    const visit = beginVisit(job);
    const kept = Object.entries(state).map(([name, value]) => [`STATE_${name}`, value] as const);
    const exitCode = await runStage(program, visit, Object.fromEntries(kept));
    Object.assign(state, visit.state);
    return { exitCode, outputs: visit.outputs };
  };
  const wants = (condition: string | undefined): boolean =>
    isWanted(condition ?? 'always()', contextsOf(job, call.folder), job);
  if (pre !== undefined && wants(preIf)) {
    const before = await run(pre);
    if (before.exitCode !== 0) return before;
  }
  if (post !== undefined) {
    job.after.push(async () => {
      if (!wants(postIf)) return;
      const { exitCode } = await run(post);
      if (exitCode !== 0) throw new Error(`${String(post)} of the action exited with ${exitCode}`);
    });
  }
  return run(main);
}
