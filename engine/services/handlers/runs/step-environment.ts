import type { Caller } from '../../../contract/operations.ts';
import type { StepVariable } from '../../../contract/run.ts';
import { planOf } from '../../../dag/plan.ts';
import { stepAt } from '../../../dag/run-steps.ts';
import { secretMask, showSealed } from '../../../dag/sealed-text.ts';
import { loadRun } from '../../../execution/state/load-run.ts';
import { builtInVariables } from '../../../execution/node/prepare-step.ts';
import { stepScope } from '../../../execution/node/step-scope.ts';
import { pastVault } from '../../../execution/state/past-vault.ts';
import { createVault } from '../../../execution/state/vault.ts';
import type { RunRecord } from '../../../storage/runs.ts';
import { EngineError } from '../../../contract/errors.ts';
import { AnswerSize } from '../../answer-size.ts';
import { mayBringCommands } from '../../check-call.ts';
import { requireNode } from '../../find.ts';
import type { EngineServices } from '../../engine-services.ts';
import { traceOfRun } from '../../trace-of-run.ts';
import { asWritten } from './written-variables.ts';

/**
 * The variables that the process of a step gets, each with its source, by name. Secrets are masked; commands in
 * backticks are not run and stand as written. Callers who may bring no commands learn nothing from outside of the
 * definition and the run.
 */
export async function stepEnvironment(
  services: EngineServices,
  run: RunRecord,
  { stepName, caller }: { readonly stepName: string; readonly caller: Caller },
): Promise<StepVariable[]> {
  const { position } = requireNode(services, run, stepName);
  const { db, snapshots } = services;
  const loaded = await snapshots.holding(run, () => loadRun(db, run));
  if (loaded === null) {
    throw new EngineError('bad_request', `Cannot read the definition of run ${run.runId}`);
  }
  const { dag } = loaded;
  const step = stepAt(dag, position);
  const isOpen = mayBringCommands({ caller, settings: services.config });
  const secrets = new Map(dag.secrets.map(({ name }) => [name, secretMask] as const));
  // Variables of the engine that a step imports may have the value of a secret.
  const { mask } = await pastVault(services, run, process.env);
  // It knows no value, so sealed text stays sealed and is shown as masks.
  const vault = { ...createVault(run.key, new Map(), null), values: secrets };
  const found = new Map<string, StepVariable>();
  const size = new AnswerSize();
  const set = (variable: StepVariable): void => {
    if (/^\d+$/.test(variable.name)) return;
    const known = isOpen ? variable : asWritten(variable, { dag, step });
    found.set(variable.name, size.add({ ...known, value: mask(showSealed(known.value)) }));
  };
  const state = { ...loaded, run, plan: planOf(dag.steps) };
  const trace = await traceOfRun(services, run);
  const builtIns = builtInVariables({ state, trace: () => trace }, position);
  await stepScope({ state, vault, extra: builtIns }, position, {
    ownEnvironment: process.env,
    substitute: async (command) => `\`${command}\``,
    set,
  });
  for (const [name, value] of Object.entries(builtIns)) {
    set({ name, value, source: 'run', from: '' });
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
