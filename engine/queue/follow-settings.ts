import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { QueueSettings } from '../config/config.ts';
import { loadQueueSettings } from '../config/load-config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { watchFolder } from '../platform/watch-folder.ts';

export interface FollowSettingsOptions {
  readonly configFile: string;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly log: Logger;
  readonly changed: (settings: QueueSettings) => void;
}

/** Reads the settings of queues again whenever config.yaml changes; a broken file changes nothing. Returns the end. */
export function followQueueSettings(options: FollowSettingsOptions): () => void {
  const { configFile, clock, log } = options;
  const folder = dirname(configFile);
  if (!existsSync(folder)) {
    log.info('Queues are not followed: there is no folder of settings', { folder });
    return () => undefined;
  }
  return watchFolder(folder, clock, (name) => {
    if (name === basename(configFile)) read(options);
  });
}

function read({ configFile, env, log, changed }: FollowSettingsOptions): void {
  try {
    changed(loadQueueSettings(configFile, env));
  } catch (error) {
    log.warn('The queues stay as they are: config.yaml is wrong', {
      error: (error as Error).message,
    });
  }
}
