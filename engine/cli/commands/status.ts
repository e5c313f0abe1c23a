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
    .option('--sub-run-id <id>', 'in place of it, a run that it called, directly or not')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright status daily', 'the newest run of the DAG'],
        ['dagwright status daily -r 42 --sub-run-id 0198…', 'what a step of that run called'],
        ['dagwright status daily --format json', 'all that is known of it'],
      ),
    )
    .action(async (name: string, _options, command: Command) => {
      const { showStatus } = await import('../actions/show-status.ts');
      await showStatus(cli, name, command.optsWithGlobals<StatusOptions>());
    });
}
