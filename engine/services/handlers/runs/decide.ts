import { EngineError } from '../../../contract/errors.ts';
import type { Caller } from '../../../contract/operations.ts';
import type { NodeStatus } from '../../../contract/status.ts';
import { inputsOf } from '../../../dag/declared-names.ts';
import { isProtectedName } from '../../../dag/protected-names.ts';
import { stepAt } from '../../../dag/run-steps.ts';
import type { Decision } from '../../../execution/node/node-runner.ts';
import { stepTypeOf } from '../../../steps/registry.ts';
import type { RunRecord } from '../../../storage/runs.ts';
import { mayBringCommands, refuseNames } from '../../check-call.ts';
import { requireNode } from '../../find.ts';
import type { EngineServices } from '../../engine-services.ts';

interface Decided {
  readonly stepName: string;
  /** Whoever decides. */
  readonly caller: Caller;
}

type Approval = Decided & { readonly inputs: Readonly<Record<string, string>> };

/** Approves a gate; the answer says whether the run goes on. */
export async function approve(
  services: EngineServices,
  run: RunRecord,
  approval: Approval,
): Promise<{ dagRunId: string; stepName: string; resumed: boolean }> {
  await services.snapshots.holding(run, () => checkInputs(services, run, approval));
  const { stepName, caller, inputs } = approval;
  const decision = { kind: 'approved', by: caller.name, inputs } as const;
  const { hasOpenGates } = await decide(services, { run, stepName }, decision);
  return { dagRunId: run.runId, stepName, resumed: !hasOpenGates };
}

/** Rejects a gate, and the run with it. */
export async function reject(
  services: EngineServices,
  run: RunRecord,
  { stepName, caller, reason }: Decided & { readonly reason: string },
): Promise<{ dagRunId: string; stepName: string }> {
  await decide(services, { run, stepName }, { kind: 'rejected', by: caller.name, reason });
  return { dagRunId: run.runId, stepName };
}

async function decide(
  services: EngineServices,
  { run, stepName }: { readonly run: RunRecord; readonly stepName: string },
  decision: Decision,
): Promise<{ readonly hasOpenGates: boolean }> {
  const { position, status } = requireNode(services, run, stepName);
  services.admission.check();
  await services.runner.takeOver(run);
  const decided = services.runner.decide(run.id, position, decision);
  if (decided === null) {
    throw new EngineError('bad_request', `step ${stepName} ${whyUndecided(status)}`);
  }
  // Answered when a crash cannot take the decision back.
  await services.writes.synced();
  return decided;
}

/** A call of a run with an open gate waits too, and cannot be decided itself. */
const whyUndecided = (status: NodeStatus): string =>
  status === 'waiting'
    ? 'is not a gate: it waits for a gate of a sub-run. Approve or reject that one'
    : `is not waiting for approval (status: ${status})`;

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Inputs become variables of the later steps.
 *
 * @throws EngineError that names those at fault: `bad_request`, or `forbidden` for those that nobody asked for.
 */
function checkInputs(
  services: EngineServices,
  run: RunRecord,
  { stepName, inputs, caller }: Approval,
): void {
  const { position } = requireNode(services, run, stepName);
  const step = stepAt(services.definitions.of(run), position);
  const type = stepTypeOf(step.type);
  const required = (type.kind === 'gate' && type.gate(step)?.required) || [];
  const missing = required.filter((name) => (inputs[name] ?? '') === '');
  if (missing.length > 0) {
    throw new EngineError('bad_request', `missing required inputs: [${missing.join(', ')}]`, {
      details: { missing },
    });
  }
  for (const [name, value] of Object.entries(inputs)) {
    if (!VARIABLE_NAME.test(name)) throw badInput(name, 'is not a valid variable name');
    if (value.includes('\0')) throw badInput(name, 'contains a NUL character');
  }
  const asked = { caller, settings: services.config };
  const own = Object.keys(inputs).filter((name) => !inputsOf(step.config).includes(name));
  if (own.length > 0 && !mayBringCommands(asked))
    refuseNames(asked, { field: 'inputs', names: own });
  Object.keys(inputs).forEach(checkAllowed);
}

function checkAllowed(name: string): void {
  if (isProtectedName(name))
    throw badInput(name, 'changes what code programs load, so an approval cannot set it');
}

function badInput(name: string, reason: string): EngineError {
  return new EngineError('bad_request', `inputs: ${JSON.stringify(name)} ${reason}`, {
    details: { fields: { [`inputs.${name}`]: reason } },
  });
}
