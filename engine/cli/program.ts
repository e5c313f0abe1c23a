import { Command } from 'commander';
import { version } from '../lib/version.ts';
import { readAddress } from './address.ts';
import type { Cli, CliContext } from './cli.ts';
import { addApprove } from './commands/approve.ts';
import { addCleanup } from './commands/cleanup.ts';
import { addCompletion } from './commands/completion.ts';
import { addConfig } from './commands/config.ts';
import { addDequeue } from './commands/dequeue.ts';
import { addDiff } from './commands/diff.ts';
import { addDoctor } from './commands/doctor.ts';
import { addDry } from './commands/dry.ts';
import { addEnqueue } from './commands/enqueue.ts';
import { addExec } from './commands/exec.ts';
import { addExplain } from './commands/explain.ts';
import { addHistory } from './commands/history.ts';
import { addLogs } from './commands/logs.ts';
import { addImport } from './commands/import.ts';
import { addKeychain } from './commands/keychain.ts';
import { addKeys } from './commands/keys.ts';
import { addNext } from './commands/next.ts';
import { addNodes } from './commands/nodes.ts';
import { addQueues } from './commands/queues.ts';
import { addReject } from './commands/reject.ts';
import { addRestart } from './commands/restart.ts';
import { addRetry } from './commands/retry.ts';
import { addSearch } from './commands/search.ts';
import { addServer } from './commands/server.ts';
import { addStart } from './commands/start.ts';
import { addStatus } from './commands/status.ts';
import { addSync } from './commands/sync.ts';
import { addStop } from './commands/stop.ts';
import { addValidate } from './commands/validate.ts';
import { addUpgrade } from './commands/upgrade.ts';
import { addUsers } from './commands/users.ts';
import { addVersion } from './commands/version.ts';
import { addWebhook } from './commands/webhook.ts';
import { addWhy } from './commands/why.ts';
import { refuseElsewhere } from './local-commands.ts';
import { refuseEmpty } from './refuse-empty.ts';
import { refuseHelpOfNothing } from './refuse-help.ts';
import { rawWhile } from './terminal.ts';

/** In the order of the help. */
const commands = [
  addServer,
  addStart,
  addEnqueue,
  addDequeue,
  addQueues,
  addDry,
  addStop,
  addRetry,
  addRestart,
  addExec,
  addApprove,
  addReject,
  addStatus,
  addLogs,
  addHistory,
  addValidate,
  addDiff,
  addExplain,
  addImport,
  addCleanup,
  addDoctor,
  addSearch,
  addWhy,
  addNext,
  addSync,
  addWebhook,
  addUsers,
  addKeys,
  addNodes,
  addKeychain,
  addConfig,
  addCompletion,
  addUpgrade,
  addVersion,
];

/** The commands with their options and help. What they do is loaded when one is called. */
export function createProgram(context: CliContext): Command {
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
  for (const add of commands) add(program, cli);
  return program;
}
