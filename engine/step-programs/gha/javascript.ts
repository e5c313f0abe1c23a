import { join } from 'node:path';
import type { JavaScriptRuns } from './action.ts';
import { isWanted } from './expressions.ts';
import { beginVisit, contextsOf, type Job } from './job.ts';
import { inputVariables, type ActionEnd, type Call } from './call.ts';
import { runProcess } from './run-process.ts';

/** Runs a JavaScript action by the Node that runs us; what it does at the end waits for the end of the step. */
export async function runJavaScript(
  job: Job,
  call: Call,
  runs: JavaScriptRuns,
): Promise<ActionEnd> {
  const state: Record<string, string> = {};
  const run = async (file: string): Promise<ActionEnd> => {
    const visit = beginVisit(job);
    const kept = Object.entries(state).map(([name, value]) => [`STATE_${name}`, value]);
    const exitCode = await runProcess(job, visit, {
      words: [process.execPath, join(call.folder, file)],
      folder: job.workspace,
      env: {
        ELECTRON_RUN_AS_NODE: '1',
        GITHUB_ACTION_PATH: call.folder,
        ...call.env,
        ...inputVariables(call.inputs),
        ...(Object.fromEntries(kept) as Record<string, string>),
      },
    });
    Object.assign(state, visit.state);
    return { exitCode, outputs: visit.outputs };
  };
  const wants = (condition: string | undefined): boolean =>
    isWanted(condition ?? 'always()', contextsOf(job, call.folder), job);
  if (runs.pre !== undefined && wants(runs['pre-if'])) {
    const before = await run(runs.pre);
    if (before.exitCode !== 0) return before;
  }
  const { post } = runs;
  if (post !== undefined) {
    job.after.push(async () => {
      if (!wants(runs['post-if'])) return;
      const { exitCode } = await run(post);
      if (exitCode !== 0) throw new Error(`${post} of the action exited with ${exitCode}`);
    });
  }
  return run(runs.main);
}
