import { StartError } from '../lib/start-error.ts';
import type { Config } from './config.ts';
import { readSettings, type LoadConfigOptions, type ReadSettings } from './read-settings.ts';
import { toConfig } from './to-config.ts';

/**
 * Resolves every setting once: flag, else environment, else config.yaml, else default.
 *
 * @throws StartError that names everything that is wrong, each with its place.
 */
export function loadConfig(options: LoadConfigOptions): Config {
  const settings = readSettings(options);
  refuseProblems(settings);
  return toConfig(settings.values, settings.folders, options.env);
}

/** @throws StartError that names everything that is wrong, each with its place. */
export function refuseProblems({ problems }: Pick<ReadSettings, 'problems'>): void {
  if (problems.length === 1) throw new StartError(`Invalid setting: ${problems[0]}`);
  if (problems.length === 0) return;
  throw new StartError([`${problems.length} invalid settings:`, ...problems].join('\n  '));
}
