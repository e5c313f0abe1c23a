import type { SyncTest } from '../../contract/sync.ts';
import { GitError } from '../../sync/git-process/git.ts';
import type { EngineServices } from '../engine-services.ts';

/** Tries each part of the way to the remote. What fails is the answer, and no error. */
export async function testConnection({ gitSync }: EngineServices): Promise<SyncTest> {
  const { settings } = gitSync;
  if (!settings.enabled) return failed('Git sync is not configured');
  return gitSync.look(async (room) => {
    try {
      const remote = await room.credentials.remoteOf(settings);
      const checks = (await room.git.test(remote)).map((check) => ({ ...check }));
      const wrong = checks.find(({ state }) => state === 'failed');
      if (wrong !== undefined) return { success: false, error: wrong.message, checks };
      return { success: true, message: 'The connection works.', checks };
    } catch (error) {
      if (error instanceof GitError) return failed(error.message);
      throw error;
    }
  });
}

const failed = (error: string): SyncTest => ({ success: false, error, checks: [] });
