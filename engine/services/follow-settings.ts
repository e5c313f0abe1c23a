import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { basename, dirname } from 'node:path';
import type { ConfigChange } from '../config/live-config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { watchFolder } from '../platform/watch-folder.ts';

export interface FollowSettingsOptions {
  readonly configFile: string;
  /** Reads the settings again, and throws when they are wrong. */
  readonly reload: () => ConfigChange;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Reads the settings again whenever config.yaml changes. A file that is wrong changes nothing, and is complained about
 * once. /dev/null never changes. Returns the end.
 */
export function followSettings(options: FollowSettingsOptions): () => void {
  const { configFile, clock, log } = options;
  // A watch of its folder would wake for whatever any program throws away.
  if (configFile === devNull) return () => undefined;
  const folder = dirname(configFile);
  if (!existsSync(folder)) {
    log.info('Cannot watch the settings: their folder does not exist', { folder });
    return () => undefined;
  }
  const isWanted = (name: string): boolean => name === basename(configFile);
  return watchFolder({ folder, clock, isWanted, changed: createReader(options) });
}

function createReader({ reload, log }: FollowSettingsOptions): () => void {
  let complaint = '';
  return () => {
    try {
      const change = reload();
      complaint = '';
      tell(log, change);
    } catch (error) {
      // An editor that saves a wrong file five times must not fill the log with it.
      const { message } = error as Error;
      if (message !== complaint) {
        log.warn('config.yaml is invalid: the previous settings stay in effect', {
          error: message,
        });
      }
      complaint = message;
    }
  };
}

function tell(log: Logger, { changed, needRestart }: ConfigChange): void {
  if (changed.length > 0) log.info('Reloaded the settings', { changed: changed.join(', ') });
  if (needRestart.length > 0) {
    log.warn('Some settings take effect after a restart', { settings: needRestart.join(', ') });
  }
}
