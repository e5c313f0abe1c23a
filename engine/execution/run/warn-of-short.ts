import { sealPlain } from '../../dag/sealed-text.ts';
import type { Database } from '../../storage/database.ts';
import { saveWarnings } from '../../storage/runs.ts';
import type { RunServices } from '../state/run-services.ts';
import type { RunState } from '../state/run-state.ts';
import { SHORT_SECRET, withShortSecrets } from '../state/short-secrets.ts';

/** Logs that the values of these secrets are short. Returns the write that makes it a warning of the run; null: nothing changes. */
export function warnOfShort(
  { log }: Pick<RunServices, 'log'>,
  { run, context: { warnings = [] } }: Pick<RunState, 'run' | 'context'>,
  names: readonly string[],
): ((db: Database) => void) | null {
  for (const secret of names) log('secret is too short', { secret, reason: SHORT_SECRET });
  const sealed = withShortSecrets(warnings, names.map(sealPlain));
  const isSame = sealed.join() === warnings.join();
  return isSame ? null : (db) => saveWarnings(db, run.id, sealed);
}
