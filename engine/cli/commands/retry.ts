import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, followOption, jsonOption, runIdOption } from './options.ts';
import type { RetryOptions } from '../actions/retry-run.ts';

export function addRetry(program: Command, cli: Cli): void {
  program
    .command('retry')
    .description(
      'Run the failed steps of a run, and the steps after them, again. The run id stays the same.',
    )
    .argument('<name>', 'name of the DAG')
    .addOption(runIdOption('which run (default: the newest one)'))
    .option('--step <name>', 'run only this step again, even if a step before it failed')
    .addOption(followOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright retry daily', 'the failed steps of the newest run'],
        ['dagwright retry daily -r 42 --step upload', 'one step of that run'],
      ),
    )
    .action(async (name: string, _options, command: Command) => {
      const { retryRun } = await import('../actions/retry-run.ts');
      cli.setExitCode(await retryRun(cli, name, command.optsWithGlobals<RetryOptions>()));
    });
}
