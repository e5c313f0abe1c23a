import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, integerBetween, jsonOption } from './options.ts';
import type { CleanupOptions } from '../actions/clean-up.ts';

export function addCleanup(program: Command, cli: Cli): void {
  program
    .command('cleanup')
    .description('Delete the ended runs of a DAG with their logs. Active runs stay.')
    .argument('<dag>', 'name of the DAG')
    .option(
      '--retention-days <number>',
      'keep the runs that ended in the last so many days',
      integerBetween(0, 36_500),
      0,
    )
    .option('--dry-run', 'only say what would be deleted')
    .option('-y, --yes', 'delete without asking')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright cleanup daily --retention-days 7', 'keep the last week'],
        ['dagwright cleanup daily --dry-run', 'what there is to delete'],
        ['dagwright cleanup daily -y', 'delete all ended runs, from a script'],
      ),
    )
    .action(async (dag: string, _options, command: Command) => {
      const { cleanUp } = await import('../actions/clean-up.ts');
      await cleanUp(cli, dag, command.optsWithGlobals<CleanupOptions>());
    });
}
