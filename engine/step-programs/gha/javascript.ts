import { join } from 'node:path';
import type { JavaScriptRuns } from './action.ts';
import type { Job } from './job.ts';
import { inputVariables, type ActionEnd, type Call } from './call.ts';
import { runProcess } from './run-process.ts';
import { runStages } from './run-stages.ts';

/** The Node that runs us may be Electron. */
const asNode = 'electron' in process.versions ? { ELECTRON_RUN_AS_NODE: '1' } : {};

/** Runs a JavaScript action by the Node that runs us. */
export function runJavaScript(job: Job, call: Call, runs: JavaScriptRuns): Promise<ActionEnd> {
  const { pre, main, post, 'pre-if': preIf, 'post-if': postIf } = runs;
  return runStages({ job, call }, { pre, preIf, main, post, postIf }, (file, visit, state) =>
    runProcess(job, visit, {
      words: [process.execPath, join(call.folder, file)],
      folder: job.workspace,
      env: {
        ...asNode,
        GITHUB_ACTION_PATH: call.folder,
        ...call.env,
        ...inputVariables(call.inputs),
        ...state,
      },
    }),
  );
}
