import type { Config } from '../../config/config.ts';
import type { EngineClient } from '../../contract/client.ts';
import type { RunSummary } from '../../contract/run.ts';
import { isActiveRun } from '../../contract/status.ts';
import type { Cli } from '../cli.ts';
import { remark } from '../say.ts';
import type { NamedRun } from '../../server/command-request.ts';
import { EngineSession } from './engine-session.ts';
import type { Link } from './link.ts';
import { sessionClient } from './session-client.ts';
import { tellingClient } from './telling-client.ts';

export interface Connection extends Pick<Link, 'engine' | 'isElsewhere'> {
  readonly client: EngineClient;
  /** Says that the command stays with a run to its end: whichever engine it has then goes on with it. */
  readonly keep: (run: NamedRun) => void;
}

type Use<T> = (connection: Connection) => Promise<T>;

/**
 * Gives the command an engine: the one that an address names or that has this home, for good or for another command, else
 * one of its own for the time that it takes, which drives what it is asked for and leaves everything else to the next
 * engine. Tells the user when steps outlive that one.
 */
export async function withEngine<T>(cli: Cli, config: Config, use: Use<T>): Promise<T> {
  const session = new EngineSession(cli, config);
  try {
    const { engine, isElsewhere } = await session.link;
    const client = tellingClient(cli, sessionClient(session));
    return await use({ client, engine, isElsewhere, keep: (run) => session.keep(run) });
  } finally {
    const steps = await session.end();
    if (steps > 0) remark(cli, stepsThatGoOn(steps));
  }
}

/** Tells a reader of runs what an engine that is not there means for those that it left. */
export function noteLeftRuns(cli: Cli, { engine }: Connection, runs: readonly RunSummary[]): void {
  if (engine !== 'in process' || !runs.some(({ statusLabel }) => isActiveRun(statusLabel))) return;
  remark(
    cli,
    'No engine is running for this home: active runs are shown as the last engine left them.',
  );
}

/** What becomes of steps that have a process when the engine ends. */
export function stepsThatGoOn(steps: number): string {
  return steps === 1
    ? '1 step keeps running. The next start takes it over.'
    : `${steps} steps keep running. The next start takes them over.`;
}
