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
    description: 'Run the engine with REST and the browser interface until it is stopped.',
    isHeadless: false,
    help: examples(
      ['dagwright server', 'serve the usual home at http://127.0.0.1:8080'],
      ['dagwright server --home ./flows --port 0', 'serve another home on a free port'],
      ['dagwright server --set queues.enabled=false', 'with another value of any setting'],
    ),
  },
  {
    name: 'start-all',
    description: 'The same as server, of which the scheduler and the queues are a part.',
    isHeadless: false,
    help: examples(['dagwright start-all --port 0', 'serve the usual home on a free port']),
  },
  {
    name: 'scheduler',
    description: 'The same as server --headless: schedules, queues and REST.',
    isHeadless: true,
    help: examples(['dagwright scheduler --port 0', 'with REST on a free port']),
  },
];

export function addServer(program: Command, cli: Cli): void {
  for (const serving of servings) addServing(program, cli, serving);
}

function addServing(program: Command, cli: Cli, serving: Serving): void {
  program
    .command(serving.name)
    .description(serving.description)
    .option('--port <port>', 'port to listen on; 0 takes any free one (default: 8080)')
    .option('--host <address>', 'address of this machine to listen on (default: 127.0.0.1)')
    .option('--base-path <path>', 'path below which everything is served, such as /flows')
    .option('--headless', 'serve REST alone, without the browser interface')
    .addOption(
      new Option('--access-log-mode <mode>', 'which requests are logged (default: all)').choices([
        'all',
        'non-public',
        'none',
      ]),
    )
    .option('--tls-cert <file>', 'certificate of HTTPS, PEM')
    .option('--tls-key <file>', 'key of the certificate, PEM')
    .addOption(
      new Option(
        '--tunnel [program]',
        'get a public address by an installed program: cloudflared or tailscale',
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
