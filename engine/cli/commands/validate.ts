import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import type { ValidateOptions } from '../actions/validate-files.ts';

export function addValidate(program: Command, cli: Cli): void {
  program
    .command('validate')
    .description(
      'Check DAG files for errors and likely mistakes, without running them. The exit code is 1 when there are errors.',
    )
    .argument('<file...>', 'YAML files')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright validate dags/*.yaml', 'check all DAGs in a folder'],
        ['dagwright validate daily.yaml --format json', 'the result as JSON'],
      ),
    )
    .action(async (files: string[], _options, command: Command) => {
      const { validateFiles } = await import('../actions/validate-files.ts');
      const options = command.optsWithGlobals<ValidateOptions>();
      cli.setExitCode(await validateFiles(cli, files, options));
    });
}
