import type { ServerOptions } from '../actions/run-server.ts';
import { Option, type Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, setOption } from './options.ts';

interface Serving {
  readonly name: string;
  readonly description: string;
  readonly isHeadless: boolean;
  readonly help: string;
}

/** One engine does all of it, so what are several programs elsewhere are names of one here. */
const servings: readonly Serving[] = [
  {
    name: 'server',
    description: 'Run the engine with its REST API and browser interface.',
    isHeadless: false,
    help: examples(
      ['dagwright server', 'serve the default home at http://127.0.0.1:8080'],
      ['dagwright server --home ./flows --port 0', 'serve another home on a free port'],
      ['dagwright server --set queues.enabled=false', 'override a setting'],
    ),
  },
  {
    name: 'start-all',
    description: 'Same as server: the scheduler and the queues are part of it.',
    isHeadless: false,
    help: examples(['dagwright start-all --port 0', 'serve the default home on a free port']),
  },
  {
    name: 'scheduler',
    description: 'Same as server --headless: schedules, queues and REST.',
    isHeadless: true,
    help: examples(['dagwright scheduler --port 0', 'serve REST on a free port']),
  },
];

export function addServer(program: Command, cli: Cli): void {
  for (const serving of servings) addServing(program, cli, serving);
}

function addServing(program: Command, cli: Cli, serving: Serving): void {
  program
    .command(serving.name)
    .description(serving.description)
    .option('--port <port>', 'port to listen on; 0 selects a free one (default: 8080)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--base-path <path>', 'base path of all URLs, such as /flows')
    .option('--headless', 'serve REST only, without the browser interface')
    .addOption(
      new Option('--access-log-mode <mode>', 'which requests to log (default: all)').choices([
        'all',
        'non-public',
        'none',
      ]),
    )
    .option('--tls-cert <file>', 'TLS certificate, PEM')
    .option('--tls-key <file>', 'key of the TLS certificate, PEM')
    .addOption(
      new Option(
        '--tunnel [program]',
        'publish the server through cloudflared or tailscale, which must be installed',
      ).choices(['cloudflared', 'tailscale']),
    )
    .addOption(setOption())
    .addHelpText('after', serving.help)
    .action(async (_options, command: Command) => {
      const { runServer } = await import('../actions/run-server.ts');
      const options = command.optsWithGlobals<ServerOptions>();
      const headless = serving.isHeadless || options.headless === true;
      cli.setExitCode(await runServer(cli, { ...options, headless }));
    });
}
