import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import type { ExplainOptions } from '../actions/explain.ts';

export function addExplain(program: Command, cli: Cli): void {
  program
    .command('explain')
    .description(
      'Say what a key of a DAG means, what holds for it in a file, and where that comes from.',
    )
    .argument('<dag>', 'path of a YAML file, or name of a stored DAG')
    .argument('[path]', 'a key, a step, or STEP.KEY; all keys of the DAG when left out')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright explain daily.yaml timeout_sec', 'a key of the DAG'],
        ['dagwright explain daily.yaml fetch', 'all of a step'],
        ['dagwright explain daily.yaml fetch.retry_policy.limit', 'a part of it'],
        ['dagwright explain daily handler_on.exit', 'a handler of a stored DAG'],
      ),
    )
    .action(async (dag: string, path: string | undefined, _options, command: Command) => {
      const { explain } = await import('../actions/explain.ts');
      const options = command.optsWithGlobals<ExplainOptions>();
      cli.setExitCode(await explain(cli, { dag, path: path ?? '', options }));
    });
}
