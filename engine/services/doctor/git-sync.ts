import type { SyncTest } from '../../contract/sync.ts';
import type { Clock } from '../../lib/clock.ts';
import { ok, problem, warning, type Check, type Verdict } from './check.ts';

/** A person waits for the doctor. */
const PATIENCE_MS = 20_000;
const TRY =
  'Fix it, or change the connection in the settings. `dagwright sync test` tries it again.';

/** Whether a pull and a publish would get to the remote. */
export const gitSyncCheck: Check = {
  name: 'git-sync',
  look: async ({ config, clock, testSync }) => {
    const { enabled, repository } = config.gitSync;
    if (!enabled) return [ok('Git Sync is off.')];
    if (testSync === null) return [ok('Git Sync is on. A running engine can test its connection.')];
    const test = await inTime(clock, testSync());
    return test === null ? [tooSlow(repository)] : [verdictOf(test)];
  },
};

function verdictOf({ success, message, error, checks }: SyncTest): Verdict {
  if (success) return ok(message ?? '');
  const wrong = checks.find(({ state }) => state === 'failed');
  const part = wrong === undefined ? '' : ` (${wrong.name})`;
  return problem(`Git Sync cannot reach its repository${part}: ${error ?? ''}`, TRY);
}

function tooSlow(repository: string): Verdict {
  const limit = PATIENCE_MS / 1000;
  return warning(`${repository} has not responded within ${limit} seconds.`, TRY);
}

/** Null: it takes too long. */
async function inTime(
  clock: Pick<Clock, 'after'>,
  test: Promise<SyncTest>,
): Promise<SyncTest | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const cancel = clock.after(PATIENCE_MS, () => resolve(null));
  try {
    return await Promise.race([test, promise]);
  } finally {
    cancel();
  }
}
