import { Command } from 'commander';
import { version } from '../lib/version.ts';
import type { Cli } from './cli.ts';
import { addApprove } from './commands/approve.ts';
import { addCleanup } from './commands/cleanup.ts';
import { addDequeue } from './commands/dequeue.ts';
import { addDoctor } from './commands/doctor.ts';
import { addDry } from './commands/dry.ts';
import { addEnqueue } from './commands/enqueue.ts';
import { addExplain } from './commands/explain.ts';
import { addHistory } from './commands/history.ts';
import { addNext } from './commands/next.ts';
import { addQueues } from './commands/queues.ts';
import { addReject } from './commands/reject.ts';
import { addRetry } from './commands/retry.ts';
import { addServer } from './commands/server.ts';
import { addStart } from './commands/start.ts';
import { addStatus } from './commands/status.ts';
import { addStop } from './commands/stop.ts';
import { addValidate } from './commands/validate.ts';
import { addVersion } from './commands/version.ts';
import { addWhy } from './commands/why.ts';

/** The commands with their options and help. What they do is loaded when one is called. */
export function createProgram(cli: Cli): Command {
  const { out, err } = cli;
  const program = new Command('dagwright')
    .description('Runs workflows written as YAML files, on demand and by REST.')
    .version(version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .option('--home <folder>', 'folder of configuration, DAGs, data and logs (or SVC_HOME)')
    .option('--debug', 'log in detail and show where unexpected errors come from')
    .showHelpAfterError('Run it with --help to see what it takes.')
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
  for (const add of [
    addServer,
    addStart,
    addEnqueue,
    addDequeue,
    addQueues,
    addDry,
    addStop,
    addRetry,
    addApprove,
    addReject,
    addStatus,
    addHistory,
    addValidate,
    addExplain,
    addCleanup,
    addDoctor,
    addWhy,
    addNext,
    addVersion,
  ]) {
    add(program, cli);
  }
  return program;
}
