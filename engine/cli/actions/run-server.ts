import { createLogger } from '../../platform/logger.ts';
import { configOf, exitCodes, type Cli, type Signal } from '../cli.ts';
import type { ServerOptions } from '../commands/server.ts';
import { stepsThatGoOn } from '../connect.ts';
import { startServer } from '../serve.ts';

/** Serves until a signal comes. The first one ends the engine in order, the second one at once. */
export async function runServer(cli: Cli, options: ServerOptions): Promise<number> {
  const { out, err } = cli;
  const config = configOf(cli, options, { host: options.host, port: options.port });
  const log = createLogger({ format: config.logFormat, debug: config.debug, destination: err });
  const asked = listenForSignals(cli);
  const server = await startServer({ config, log });
  out.write(`Dagwright is ready at ${out.colors.cyan(out.colors.underline(server.url))}\n`);
  out.write(out.colors.dim(`DAGs: ${config.paths.dagsDir}   Stop with Ctrl-C.\n`));

  await asked.first;
  out.write('Stopping…\n');
  const steps = await server.stop();
  asked.end();
  out.write(steps > 0 ? `Stopped. ${stepsThatGoOn(steps)}\n` : 'Stopped.\n');
  return 0;
}

/** The first signal is for the caller to obey. The second one ends the process, whatever still holds it. */
function listenForSignals({ onSignal, err, exit }: Cli) {
  const first = Promise.withResolvers<Signal>();
  let count = 0;
  const end = onSignal((signal) => {
    count += 1;
    if (count === 1) return first.resolve(signal);
    err.write('Stopped at once.\n');
    exit(signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated);
  });
  return { first: first.promise, end };
}
