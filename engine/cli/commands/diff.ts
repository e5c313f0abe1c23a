import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import type { DiffOptions } from '../actions/show-diff.ts';

export function addDiff(program: Command, cli: Cli): void {
  program
    .command('diff')
    .description(
      'Show what a file would change in the meaning of a DAG: its steps, schedule, parameters and what it requires.',
    )
    .argument('<dag>', 'name of a stored DAG, or the path of a YAML file')
    .argument('<file>', 'YAML file with the changes')
    .option('--check', 'exit with 1 if anything changes')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright diff daily ./draft.yaml', 'what the file changes in a stored DAG'],
        ['dagwright diff ./old.yaml ./new.yaml --check', 'of two files, for scripts'],
      ),
    )
    .action(async (dag: string, file: string, _options, command: Command) => {
      const { showDiff } = await import('../actions/show-diff.ts');
      const options = command.optsWithGlobals<DiffOptions>();
      cli.setExitCode(await showDiff(cli, { dag, file, options }));
    });
}
