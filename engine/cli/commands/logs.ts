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
    .option('--step <name>', 'what this step has printed (default: the log of the run)')
    .option('--stderr', 'of a step: its standard error')
    .option('--tail <lines>', 'only the last lines', integerBetween(1, 10_000))
    .option('-f, --follow', 'go on printing until the step or the run has ended')
    .addHelpText(
      'after',
      examples(
        ['dagwright logs daily --step upload', 'what a step of the newest run has printed'],
        ['dagwright logs daily 42 --step upload --follow', 'and what it still prints'],
        ['dagwright logs daily --tail 20', 'how the newest run went'],
      ),
    )
    .action(async (name: string, runId: string | undefined, _options, command: Command) => {
      const { showLog } = await import('../actions/show-log.ts');
      await showLog(cli, { name, runId }, command.optsWithGlobals<LogsOptions>());
    });
}
