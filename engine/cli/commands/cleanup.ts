import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, integerBetween, jsonOption } from './options.ts';
import type { CleanupOptions } from '../actions/clean-up.ts';

export function addCleanup(program: Command, cli: Cli): void {
  program
    .command('cleanup')
    .description('Delete the finished runs of a DAG and their logs. Active runs stay.')
    .argument('<dag>', 'name of the DAG')
    .option(
      '--retention-days <number>',
      'keep runs that finished in the last <n> days',
      integerBetween(0, 36_500),
      0,
    )
    .option(
      '--retention-runs <number>',
      'keep the newest <n> finished runs',
      integerBetween(0, 1_000_000),
      0,
    )
    .option('--dry-run', 'show what would be deleted, and delete nothing')
    .option('-y, --yes', 'skip the confirmation')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright cleanup daily --retention-days 7', 'keep the last week'],
        ['dagwright cleanup daily --dry-run', 'show what it would delete'],
        ['dagwright cleanup daily -y', 'delete all finished runs, from a script'],
      ),
    )
    .action(async (dag: string, _options, command: Command) => {
      const { cleanUp } = await import('../actions/clean-up.ts');
      await cleanUp(cli, dag, command.optsWithGlobals<CleanupOptions>());
    });
}
