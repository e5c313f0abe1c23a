import type { Config } from '../config/config.ts';
import type { EngineClient } from '../contract/client.ts';
import type { RunSummary } from '../contract/run.ts';
import { isActiveRun } from '../contract/status.ts';
import type { Cli } from './cli.ts';
import { reachEngine } from './reach-engine.ts';
import { remark } from './say.ts';

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
  remark(
    cli,
    'No engine is running for this home: active runs are shown as the last engine left them.',
  );
}

async function inProcess<T>(cli: Cli, config: Config, use: Use<T>): Promise<T> {
  // An engine is ten times as much as the rest of a command.
  const { ownEngine } = await import('./own-engine.ts');
  const engine = await ownEngine(cli, config);
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
    ? '1 step keeps running. The next start takes it over.'
    : `${steps} steps keep running. The next start takes them over.`;
}
