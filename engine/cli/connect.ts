import type { Config } from '../config/config.ts';
import { forgetSecrets } from '../config/secret-variables.ts';
import type { EngineClient } from '../contract/client.ts';
import type { RunSummary } from '../contract/run.ts';
import { isActiveRun } from '../contract/status.ts';
import { createLogger } from '../platform/logger.ts';
import type { Cli } from './cli.ts';
import { reachEngine } from './reach-engine.ts';
import { remark } from './say.ts';
import { settleZone } from './settle-zone.ts';

export interface Connection {
  readonly client: EngineClient;
  /** `in process`: the engine ends with this command. */
  readonly engine: 'running' | 'in process';
  /** An address named it: files and folders of this machine mean nothing to it. */
  readonly isElsewhere: boolean;
}

type Use<T> = (connection: Connection) => Promise<T>;

/**
 * Gives the command an engine: the one that an address names or that runs for this home, else one of its own for the
 * time that it takes, which drives what the command asks for and leaves everything else to the next engine.
 * Tells the user when steps outlive that one.
 */
export async function withEngine<T>(cli: Cli, config: Config, use: Use<T>): Promise<T> {
  const reached = await reachEngine(cli, config);
  if (reached === null) return inProcess(cli, config, use);
  const { client, endpoint } = reached;
  return use({ client, engine: 'running', isElsewhere: endpoint === null });
}

/** Tells a reader of runs what an engine that is not there means for those that it left. */
export function noteLeftRuns(cli: Cli, { engine }: Connection, runs: readonly RunSummary[]): void {
  if (engine === 'running' || !runs.some(({ statusLabel }) => isActiveRun(statusLabel))) return;
  remark(cli, 'No engine is running for this home: active runs are as the last one left them.');
}

async function inProcess<T>(cli: Cli, config: Config, use: Use<T>): Promise<T> {
  const { err, clock } = cli;
  const { createEngine } = await import('../index.ts');
  forgetSecrets(process.env);
  const log = createLogger({
    format: config.logFormat,
    debug: config.debug,
    quiet: true,
    destination: err,
    timezone: config.timezone,
  });
  settleZone(process.env, config, log);
  const engine = await createEngine({ config, log, clock, isService: false });
  try {
    return await use({ client: engine.client, engine: 'in process', isElsewhere: false });
  } finally {
    const steps = await engine.stop();
    if (steps > 0) remark(cli, stepsThatGoOn(steps));
  }
}

/** What becomes of steps that have a process when the engine ends. */
export function stepsThatGoOn(steps: number): string {
  return steps === 1
    ? '1 step keeps running; the next start picks it up.'
    : `${steps} steps keep running; the next start picks them up.`;
}
