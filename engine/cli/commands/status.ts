import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import type { StatusOptions } from '../actions/show-status.ts';

export function addStatus(program: Command, cli: Cli): void {
  program
    .command('status')
    .description('Show a run with its steps.')
    .argument('<name>', 'name of the DAG')
    .option('-r, --run-id <id>', 'which run (default: the newest one)')
    .option('--sub-run-id <id>', 'show this sub-run instead, at any depth')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright status daily', 'the newest run of the DAG'],
        ['dagwright status daily -r 42 --sub-run-id 0198…', 'a sub-run of that run'],
        ['dagwright status daily --format json', 'the newest run, as JSON'],
      ),
    )
    .action(async (name: string, _options, command: Command) => {
      const { showStatus } = await import('../actions/show-status.ts');
      await showStatus(cli, name, command.optsWithGlobals<StatusOptions>());
    });
}
