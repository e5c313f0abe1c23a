import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, integerBetween } from './options.ts';
import type { LogsOptions } from '../actions/show-log.ts';

export function addLogs(program: Command, cli: Cli): void {
  program
    .command('logs')
    .description('Print the log of a run or of one of its steps.')
    .argument('<name>', 'name of the DAG')
    .argument('[run-id]', 'which run (default: the newest one)')
    .option('--step <name>', 'print the output of this step (default: the log of the run)')
    .option('--stderr', 'with --step: its standard error')
    .option('--tail <lines>', 'only the last <n> lines', integerBetween(1, 10_000))
    .option('-f, --follow', 'keep printing until the step or the run ends')
    .addHelpText(
      'after',
      examples(
        ['dagwright logs daily --step upload', 'output of a step of the newest run'],
        ['dagwright logs daily 42 --step upload --follow', 'follow the output of a step'],
        ['dagwright logs daily --tail 20', 'end of the log of the newest run'],
      ),
    )
    .action(async (name: string, runId: string | undefined, _options, command: Command) => {
      const { showLog } = await import('../actions/show-log.ts');
      await showLog(cli, { name, runId }, command.optsWithGlobals<LogsOptions>());
    });
}
