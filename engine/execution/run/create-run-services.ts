import type { Logger } from '../../lib/logger.ts';
import type { RunChange } from '../state/run-change.ts';
import type { LoadedRun } from '../state/run-state.ts';
import { runLogFile } from '../keep/run-folders.ts';
import { handlerVariables } from './run-handlers.ts';
import { createRunLog } from '../state/run-log.ts';
import type { RunSecrets } from './run-secrets.ts';
import type { RunServices } from '../state/run-services.ts';
import type { RunState } from '../state/run-state.ts';

/** What the driver of a run is given for them. */
export type ServicesOptions = Omit<
  RunServices,
  'state' | 'vault' | 'log' | 'changed' | 'extraVariables'
> & {
  readonly run: LoadedRun;
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
    extraVariables: (position) => handlerVariables(state, position),
  };
}
