import type { Config } from '../config/config.ts';
import { asLive } from '../config/live-config.ts';
import { forgetSecrets } from '../config/secret-variables.ts';
import { createEngine, type Engine } from '../index.ts';
import { createLogger } from '../platform/logger.ts';
import type { Cli } from './cli.ts';
import { settleZone } from './settle-zone.ts';

/** The engine of a single command, in its process. */
export function ownEngine({ err, clock, env }: Cli, config: Config): Promise<Engine> {
  // Settings that are read again know what the environment has said.
  const live = asLive({ config }, env);
  forgetSecrets(process.env);
  const log = createLogger({
    format: config.logFormat,
    debug: config.debug,
    quiet: true,
    destination: err,
    timezone: () => config.timezone,
  });
  if (!config.isMachineZone) settleZone(process.env, config, log);
  return createEngine({ ...live, log, clock, isService: false });
}
