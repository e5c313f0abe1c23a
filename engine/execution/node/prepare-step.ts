import { dirname } from 'node:path';
import { expandText, keepingUndeclared, type Scope } from '../../dag/expand.ts';
import { newAllowance } from '../../dag/expanded-text.ts';
import { withVariables } from '../../dag/expand.ts';
import { stepAt } from '../../dag/run-steps.ts';
import type { Step } from '../../dag/definition.ts';
import { makeNamedFolder, makePrivateFolder, makeRunFolder } from '../../lib/folders.ts';
import { stepTypeOf } from '../../steps/registry.ts';
import type { Work } from '../../steps/work.ts';
import { makeFolder } from '../keep/make-folder.ts';
import { attemptFiles, runLogFile, runName } from '../keep/run-folders.ts';
import type { RunServices } from '../state/run-services.ts';
import type { RunState } from '../state/run-state.ts';
import { traceParent } from '../state/run-trace.ts';
import { stepScope } from './step-scope.ts';
import { substituteBy } from '../work/substitution.ts';
import { absolute, expandDefined } from '../state/expand-path.ts';
import type { PreparedStep, StepScope } from '../work/prepared-step.ts';

/**
 * Finds out variables and directory of a step. `signal` ends the commands that it waits for.
 *
 * @throws Error in words for a person.
 */
export async function prepareStep(
  run: RunServices,
  position: number,
  signal: AbortSignal,
): Promise<PreparedStep> {
  const { context, dag } = run.state;
  const { defaultShell: shell } = run;
  const step = stepAt(dag, position);
  const vault = run.vault();
  // What runs print is nobody else's business.
  makeFolder(run.state.run.logFolder, 'log_dir', makeRunFolder);
  // Commands in the step's environment run here, before its own directory is known.
  const dagDir = vault.unseal(context.workingDir);
  const isOwn = dirname(dagDir) === run.workFolder;
  makeFolder(dagDir, 'working_dir', isOwn ? makePrivateFolder : makeNamedFolder);
  const builtIns = builtInVariables(run, position);
  const scope = await stepScope(
    { state: run.state, vault, extra: { ...run.extraVariables(position), ...builtIns } },
    position,
    {
      ownEnvironment: run.ownEnvironment,
      substitute: substituteBy({ shell, workingDir: dagDir, env: {}, signal }),
    },
  );
  const env = { ...processEnvironment(scope), ...builtIns };
  const inDagDir = substituteBy({ shell, workingDir: dagDir, env, signal });
  const workingDir = await workingDirOf(step, dagDir, {
    ...scope.names,
    substitute: inDagDir,
  });
  const substitute = substituteBy({ shell, workingDir, env, signal });
  const expansion = { ...scope.names, substitute, allowance: newAllowance() };
  return { scope, workingDir, env, expansion };
}

/** What the type of the step makes of it now. */
export async function workOf(
  run: RunServices,
  position: number,
  { scope, expansion }: PreparedStep,
): Promise<Work> {
  const { dag, context, nodes, run: record } = run.state;
  const step = stepAt(dag, position);
  const workingDir = run.vault().unseal(context.workingDir);
  const { script } = attemptFiles(run.workFolder, position, nodes[position]?.attempt ?? 0);
  return stepTypeOf(step.type).work({
    dag,
    step,
    defaultShell: run.defaultShell,
    positional: context.positional.map((value) => run.vault().unseal(value)),
    scriptFile: script,
    run: {
      name: runName(record),
      workingDir,
      dataDir: run.dataDir,
    },
    names: scope.names,
    expand: (text, extra) => expandText(text, extra ? withVariables(expansion, extra) : expansion),
    expandBraced: (text) => expandText(text, keepingUndeclared(expansion), 'language'),
    findDag: async (target) => (await run.subRuns.find(record, target, workingDir)).dag,
    earlierMessages: () => run.messagesBefore(position),
  });
}

async function workingDirOf(step: Step, dagDir: string, expansion: Scope): Promise<string> {
  const folder =
    step.workingDir === null
      ? dagDir
      : absolute(await expandDefined('working_dir', step.workingDir, expansion), dagDir);
  makeFolder(folder, 'working_dir');
  return folder;
}

function processEnvironment(scope: StepScope): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of scope.variables) {
    // `$1` and its like are arguments of the shell, not variables.
    if (!/^\d+$/.test(name)) env[name] = value;
  }
  return env;
}

/** The variables that name a step, its logs and its place in a trace; handlers have no files. */
export function builtInVariables(
  { state: { dag, run, nodes }, trace }: BuiltInFacts,
  position: number,
): Record<string, string> {
  const place = trace();
  const named = {
    DAG_RUN_STEP_NAME: stepAt(dag, position).name,
    DAG_RUN_LOG_FILE: runLogFile(run.logFolder),
    ...(place && { TRACEPARENT: traceParent(place, run, position) }),
  };
  const node = nodes[position];
  if (position >= dag.steps.length || node === undefined) return named;
  return {
    ...named,
    DAG_RUN_STEP_STDOUT_FILE: node.stdout,
    DAG_RUN_STEP_STDERR_FILE: node.stderr,
  };
}

interface BuiltInFacts {
  readonly state: Pick<RunState, 'dag' | 'run' | 'nodes'>;
  readonly trace: RunServices['trace'];
}
