import type { ConfigFlags } from '../../config/settings-of-flags.ts';
import type { Logger } from '../../lib/logger.ts';
import { hostServer } from '../../server/host-server.ts';
import { liveConfigOf, type Cli, type SettingOptions, type Signal } from '../cli.ts';
import { exitCodes } from '../cli-error.ts';
import { ownCacheFolder } from '../compile-cache-folder.ts';
import { stepsThatGoOn } from '../connection/connect.ts';
import { dropOldCode } from '../drop-old-code.ts';
import { say } from '../say.ts';

export interface ServerOptions extends SettingOptions {
  readonly host?: string;
  readonly port?: string;
  readonly basePath?: string;
  readonly headless?: boolean;
  readonly accessLogMode?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tunnel?: string | true;
}

/** Serves until a signal comes. The first one ends the engine in order, the second one at once. */
export async function runServer(cli: Cli, options: ServerOptions): Promise<number> {
  const { out, err, exit } = cli;
  const live = liveConfigOf(cli, options, flagsOf(options));
  const { config } = live;
  const asked = listenForSignals(cli);
  const onTunnel = (url: string): void =>
    out.write(`Public on the internet at ${out.colors.cyan(url)}\n`);
  const server = await hostServer({
    live,
    logTo: { destination: err, quiet: cli.isQuiet() },
    exit,
    onTunnel,
  });
  say(cli, `Dagwright is ready at ${out.colors.cyan(out.colors.underline(server.url))}`);
  say(cli, out.colors.dim(`DAGs: ${config.paths.dagsDir}   Press Ctrl-C to stop.`));

  tidyUp(cli, server.log);

  await asked.first;
  say(cli, 'Stopping…');
  const steps = await server.stop();
  asked.end();
  say(cli, steps > 0 ? `Stopped. ${stepsThatGoOn(steps)}` : 'Stopped.');
  return 0;
}

/** Goes on in the background. Only room on the disk depends on it. */
function tidyUp({ env, clock }: Cli, log: Logger): void {
  const folder = ownCacheFolder({ env, platform: process.platform });
  if (folder === undefined) return;
  dropOldCode(folder, clock.now()).catch((error: unknown) => {
    log.debug('Old compiled code cannot be removed', { folder, error });
  });
}

/** The options that are settings, by their keys. */
function flagsOf(options: ServerOptions): ConfigFlags {
  const { tunnel } = options;
  return {
    host: options.host,
    port: options.port,
    base_path: options.basePath,
    headless: options.headless ? 'true' : undefined,
    access_log_mode: options.accessLogMode,
    'tls.cert_file': options.tlsCert,
    'tls.key_file': options.tlsKey,
    'tunnel.enabled': tunnel === undefined ? undefined : 'true',
    'tunnel.provider': typeof tunnel === 'string' ? tunnel : undefined,
  };
}

/** The first signal is for the caller to obey. The second one ends the process, whatever still holds it. */
function listenForSignals({ onSignal, err, exit }: Cli) {
  const first = Promise.withResolvers<Signal>();
  let count = 0;
  const end = onSignal((signal) => {
    count += 1;
    if (count === 1) return first.resolve(signal);
    err.write('Stopped without waiting.\n');
    exit(signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated);
  });
  return { first: first.promise, end };
}
