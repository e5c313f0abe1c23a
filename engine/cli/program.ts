import { Command } from 'commander';
import { version } from '../lib/version.ts';
import { readAddress } from './address.ts';
import type { Cli, CliContext } from './cli.ts';
import { commandsFor } from './commands/all-commands.ts';
import { refuseElsewhere } from './local-commands.ts';
import { refuseEmpty } from './refuse-empty.ts';
import { refuseHelpOfNothing } from './refuse-help.ts';
import { rawWhile } from './terminal.ts';

/**
 * The commands with their options and help, or that one alone which the first word names: to make all of them takes longer
 * than many a command does. What they do is loaded when one is called.
 */
export function createProgram(context: CliContext, firstWord = ''): Command {
  const { out, err, env } = context;
  const program = new Command('dagwright')
    .description('Run workflows defined in YAML: on demand, on a schedule, or over REST.')
    .version(version, '-V, --version', 'show the version number')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show help for a command')
    .option('--home <folder>', 'folder for configuration, DAGs, data and logs (or SVC_HOME)')
    .option(
      '-c, --config <file>',
      'use this file instead of config.yaml (or SVC_CONFIG); /dev/null for none',
    )
    .option('-q, --quiet', 'print results and errors only, no progress')
    .option('--raw', 'print control characters in logs and names unchanged')
    .option('--cpu-profile', 'write a CPU profile to dagwright.cpuprofile')
    .option('--debug', 'log details, and show stack traces of unexpected errors')
    .option('--url <address>', 'connect to this engine instead of the local one (or SVC_URL)')
    .option(
      '--token <token>',
      'API key or login token for --url; SVC_TOKEN is safer, because other users can see command lines',
    )
    .hook('preAction', (all, command) => refuseElsewhere(all, command))
    .hook('preAction', (all, command) => refuseEmpty(all, command))
    .on('beforeAllHelp', refuseHelpOfNothing)
    .showHelpAfterError('Use --help to see the arguments and options.')
    .exitOverride()
    .configureOutput({
      writeOut: out.write,
      writeErr: err.write,
      outputError: (message, write) => write(message.replace(/^error:/, err.colors.red('error:'))),
      getOutHelpWidth: () => out.columns ?? 80,
      getOutHasColors: () => out.colors.isColorSupported,
      getErrHasColors: () => err.colors.isColorSupported,
    })
    .configureHelp({ styleTitle: (title) => out.colors.bold(title) });
  const cli: Cli = {
    ...context,
    out: rawWhile(() => program.getOptionValue('raw') === true, out),
    address: () => readAddress(program.opts(), env),
    isQuiet: () => program.getOptionValue('quiet') === true,
  };
  for (const add of commandsFor(firstWord)) add(program, cli);
  return program;
}
