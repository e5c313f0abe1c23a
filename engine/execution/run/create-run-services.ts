import type { ChatMessage } from '../../contract/messages.ts';
import { ancestorsOf } from '../../dag/plan.ts';
import type { Logger } from '../../lib/logger.ts';
import { lazily } from '../../lib/lazily.ts';
import type { RunChange } from '../state/run-change.ts';
import type { LoadedRun } from '../state/run-state.ts';
import { runLogFile } from '../keep/run-folders.ts';
import { handlerVariables } from './run-handlers.ts';
import { createRunLog } from '../state/run-log.ts';
import type { RunSecrets } from './run-secrets.ts';
import type { RunServices } from '../state/run-services.ts';
import type { RunState } from '../state/run-state.ts';
import { runTrace, type RunTrace } from '../state/run-trace.ts';
import { callerPosition } from '../../storage/calls.ts';
import { conversationsOf } from '../../storage/conversations.ts';
import type { Database } from '../../storage/database.ts';

/** What the driver of a run is given for them. */
export type ServicesOptions = Omit<
  RunServices,
  'state' | 'vault' | 'log' | 'changed' | 'extraVariables' | 'messagesBefore' | 'trace'
> & {
  readonly db: Database;
  readonly run: LoadedRun;
  /** What the run that called this one shares; null: nobody called it, or the caller is gone. */
  readonly callerServices: RunServices | null;
  readonly logger: Logger;
  readonly changed: (change: RunChange) => void;
};

/** What everything in a run is given, from what its driver was given. */
export function createRunServices(
  options: ServicesOptions,
  state: RunState,
  secrets: RunSecrets,
): RunServices {
  const { clock, logger, run } = options;
  const { id, logFolder } = run.record;
  const mask = (text: string): string => secrets.vault.mask(text);
  return {
    ...options,
    state,
    vault: () => secrets.vault,
    log: createRunLog(runLogFile(logFolder), { clock, logger, mask }),
    changed: (node) => options.changed({ kind: 'node', id, node }),
    trace: lazily(() => traceOf(options)),
    messagesBefore: (position) => messagesBefore(options.db, state, position),
    extraVariables: (position) => handlerVariables(state, position),
  };
}

/** Handlers come after all steps. */
function messagesBefore(
  db: Database,
  { run, dag, plan }: RunState,
  position: number,
): readonly ChatMessage[] {
  const isHandler = position >= dag.steps.length;
  const before = isHandler ? null : ancestorsOf(plan, position);
  return conversationsOf(db, run.id).flatMap((one) =>
    before === null || before.has(one.position) ? one.messages : [],
  );
}

function traceOf({ db, run, callerServices }: ServicesOptions): RunTrace | null {
  if (run.dag.otel?.enabled !== true) return null;
  const trace = callerServices?.trace() ?? null;
  const position = trace === null ? null : callerPosition(db, run.record.id);
  if (callerServices === null || trace === null || position === null)
    return runTrace(run.record, null);
  return runTrace(run.record, { trace, run: callerServices.state.run, position });
}
