import type { LiveConfig } from '../config/live-config.ts';
import type { Logger } from '../lib/logger.ts';
import { limitYoungSpace } from '../lib/young-space.ts';
import { collectStart } from '../platform/collect-start.ts';
import { containFaults } from '../platform/contain-faults.ts';
import { createLogger, type LoggerOptions } from '../platform/logger.ts';
import { startServer, type RunningServer, type ServerOptions } from './start-server.ts';

export interface HostOptions extends Pick<
  ServerOptions,
  'onTunnel' | 'programFolder' | 'usualTrust'
> {
  readonly live: LiveConfig;
  /** Where the log goes, and whether it says only what is wrong; as of `createLogger`. */
  readonly logTo?: Pick<LoggerOptions, 'destination' | 'quiet'>;
  /** Ends the process, after a fault that leaves nothing to rely on. */
  readonly exit: (code: number) => void;
}

export interface HostedServer extends RunningServer {
  readonly log: Logger;
}

/**
 * Serves in a process that is there for nothing else: that of `dagwright server`, and the one that the desktop app starts.
 *
 * @throws as `startServer` does.
 */
export async function hostServer(options: HostOptions): Promise<HostedServer> {
  const { live, logTo, exit, ...given } = options;
  const { config } = live;
  const log = createLogger({
    format: config.logFormat,
    debug: () => config.debug,
    timezone: () => config.timezone,
    ...logTo,
  });
  limitYoungSpace();
  const endContaining = containFaults({ log, exit });
  const server = await startServer({ ...live, ...given, log });
  collectStart();
  const stop = async (): Promise<number> => {
    const steps = await server.stop();
    endContaining();
    return steps;
  };
  return { ...server, log, stop };
}
