import type { Command } from 'commander';
import type { Cli, GlobalOptions } from '../cli.ts';
import { examples, jsonOption, paramsOption, type Format } from './options.ts';

export interface StartOptions extends GlobalOptions {
  readonly params?: readonly string[];
  readonly runId?: string;
  readonly name?: string;
  readonly singleton?: boolean;
  readonly follow: boolean;
  readonly format: Format;
}

export function addStart(program: Command, cli: Cli): void {
  program
    .command('start')
    .description(
      'Start a run and follow it until it ends or waits for a person. The exit code is 0 only when the run succeeded.',
    )
    .argument('<dag>', 'name of a stored DAG, or the path of a YAML file')
    .argument('[params...]', 'parameters, each `NAME=value` or a positional value')
    .addOption(paramsOption())
    .option('-r, --run-id <id>', 'id of the new run (default: a new one)')
    .option('-N, --name <name>', 'run it under another DAG name')
    .option('--singleton', 'refuse to start while the DAG has an active run')
    .option('--no-follow', 'return as soon as the run has started')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright start daily', 'run the stored DAG and follow it'],
        ['dagwright start daily -- DATE=2026-02-03 "NOTE=two words"', 'with parameters'],
        ['dagwright start ./draft.yaml', 'run a file that is not stored'],
        ['dagwright start daily --no-follow --format json', 'print the run id and return'],
      ),
    )
    .action(async (dag: string, params: string[], _options, command: Command) => {
      const { startRun } = await import('../actions/start-run.ts');
      const options = command.optsWithGlobals<StartOptions>();
      cli.setExitCode(await startRun(cli, { dag, params, options }));
    });
}
