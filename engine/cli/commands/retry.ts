import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, followOption, jsonOption, runIdOption } from './options.ts';
import type { RetryOptions } from '../actions/retry-run.ts';

export function addRetry(program: Command, cli: Cli): void {
  program
    .command('retry')
    .description(
      'Run what failed in a run, and what follows from it, again. Its id stays the same.',
    )
    .argument('<name>', 'name of the DAG')
    .addOption(runIdOption('which run (default: the newest one)'))
    .option('--step <name>', 'run only this step again, and nothing that follows')
    .addOption(followOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright retry daily', 'what failed in the newest run'],
        ['dagwright retry daily -r 42 --step upload', 'one step of that run'],
      ),
    )
    .action(async (name: string, _options, command: Command) => {
      const { retryRun } = await import('../actions/retry-run.ts');
      cli.setExitCode(await retryRun(cli, name, command.optsWithGlobals<RetryOptions>()));
    });
}
