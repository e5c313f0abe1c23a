import type { EngineClient } from '../contract/client.ts';
import { configOf, type Cli, type GlobalOptions } from './cli.ts';
import { withEngine } from './connection/connect.ts';

/** Asks the engine something that begins no run; an engine of this command's own will do. */
export function askEngine<T>(
  cli: Cli,
  options: GlobalOptions,
  ask: (client: EngineClient) => Promise<T>,
): Promise<T> {
  return withEngine(cli, configOf(cli, options), ({ client }) => ask(client));
}
