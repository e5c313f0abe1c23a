import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption, paramsOption } from './options.ts';
import type { DryOptions } from '../actions/dry-run.ts';

export function addDry(program: Command, cli: Cli): void {
  program
    .command('dry')
    .description(
      'Show what a run would do, in order and with its values, without executing anything.',
    )
    .argument('<dag>', 'name of a stored DAG, or the path of a YAML file')
    .argument(
      '[params...]',
      'parameters, each `NAME=value` or a positional value, or all of them as JSON',
    )
    .addOption(paramsOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright dry daily', 'the plan of a stored DAG'],
        ['dagwright dry ./draft.yaml -- DATE=2026-02-03', 'of a file, with parameters'],
      ),
    )
    .action(async (dag: string, params: string[], _options, command: Command) => {
      const { dryRun } = await import('../actions/dry-run.ts');
      const options = command.optsWithGlobals<DryOptions>();
      cli.setExitCode(await dryRun(cli, { dag, params, options }));
    });
}
