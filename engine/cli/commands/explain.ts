import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import type { ExplainOptions } from '../actions/explain.ts';

export function addExplain(program: Command, cli: Cli): void {
  program
    .command('explain')
    .description(
      'Explain a key of a DAG: its meaning, its value in a file, and where that value comes from.',
    )
    .argument('<dag>', 'path of a YAML file, or name of a stored DAG')
    .argument('[path]', 'a key, a step, or STEP.KEY (default: all keys of the DAG)')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright explain daily.yaml timeout_sec', 'a key of the DAG'],
        ['dagwright explain daily.yaml fetch', 'all keys of a step'],
        ['dagwright explain daily.yaml fetch.retry_policy.limit', 'one key of a step'],
        ['dagwright explain daily handler_on.exit', 'a handler of a stored DAG'],
      ),
    )
    .action(async (dag: string, path: string | undefined, _options, command: Command) => {
      const { explain } = await import('../actions/explain.ts');
      const options = command.optsWithGlobals<ExplainOptions>();
      cli.setExitCode(await explain(cli, { dag, path: path ?? '', options }));
    });
}
