import type { Command } from 'commander';
import type { Cli, GlobalOptions } from '../cli.ts';
import { examples } from './options.ts';

export interface ServerOptions extends GlobalOptions {
  readonly host?: string;
  readonly port?: string;
}

export function addServer(program: Command, cli: Cli): void {
  program
    .command('server')
    .description('Run the engine with REST and the browser interface until it is stopped.')
    .option('--port <port>', 'port to listen on; 0 takes any free one (default: 8080)')
    .option('--host <address>', 'address of this machine to listen on (default: 127.0.0.1)')
    .addHelpText(
      'after',
      examples(
        ['dagwright server', 'serve the usual home at http://127.0.0.1:8080'],
        ['dagwright server --home ./flows --port 0', 'serve another home on a free port'],
      ),
    )
    .action(async (_options, command: Command) => {
      const { runServer } = await import('../actions/run-server.ts');
      cli.setExitCode(await runServer(cli, command.optsWithGlobals<ServerOptions>()));
    });
}
