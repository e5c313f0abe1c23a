import type { EngineClient } from '../../contract/client.ts';
import { EngineError } from '../../contract/errors.ts';
import { askEngine } from '../ask-engine.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { SET_UP_SYNC } from '../print/sync-text.ts';

/** Asks the engine something about Git Sync. While that is off, the error says how to set it up. */
export function askSync<T>(
  cli: Cli,
  options: GlobalOptions,
  ask: (client: EngineClient) => Promise<T>,
): Promise<T> {
  return askEngine(cli, options, async (client) => {
    try {
      return await ask(client);
    } catch (error) {
      if (error instanceof EngineError && error.code === 'service_unavailable') {
        await requireSync(client);
      }
      throw error;
    }
  });
}

/** @throws CliError while Git Sync is off. */
export async function requireSync(client: EngineClient): Promise<void> {
  const { enabled } = await client.call('sync.status', {});
  if (!enabled) throw new CliError('Git Sync is off.', { hint: SET_UP_SYNC });
}
