import { Option, type Command } from 'commander';
import type { Cli } from '../cli.ts';
import {
  examples,
  followOption,
  jsonOption,
  paramsOption,
  runIdOption,
  workingDirOption,
} from './options.ts';
import type { StartOptions } from '../actions/start-options.ts';

export function addStart(program: Command, cli: Cli): void {
  program
    .command('start')
    .description(
      'Start a run and follow it until it ends or waits for approval. The exit code is 0 when it succeeded or was aborted, and 1 otherwise.',
    )
    .argument('<dag>', 'name of a stored DAG, or the path of a YAML file')
    .argument(
      '[params...]',
      'parameters, each `NAME=value` or a positional value, or all of them as JSON',
    )
    .addOption(paramsOption())
    .addOption(runIdOption('id of the new run (default: generated)'))
    .option('-N, --name <name>', 'run it under another DAG name')
    .addOption(
      new Option(
        '--from-run-id <id>',
        'repeat this run of the DAG, with its definition and parameters',
      ).conflicts(['params', 'defaultWorkingDir', 'at']),
    )
    .addOption(workingDirOption())
    .option('--singleton', 'fail if the DAG has an active run')
    .option('--at <time>', 'start at a time: `18:00`, or ISO 8601 such as `2026-11-29T18:00`')
    .addOption(followOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright start daily', 'run the stored DAG and follow it'],
        ['dagwright start daily -- DATE=2026-02-03 "NOTE=two words"', 'with parameters'],
        ['dagwright start ./draft.yaml', 'run a file that is not stored'],
        ['dagwright start daily --from-run-id 42', 'repeat run 42'],
        ['dagwright start daily --at 18:00', 'start it when the clock shows that next'],
        ['dagwright start daily -q && echo done', 'use the exit code only'],
        ['dagwright start daily --no-follow --format json', 'print the run id and return'],
      ),
    )
    .action(async (dag: string, params: string[], _options, command: Command) => {
      const { startRun } = await import('../actions/start-run.ts');
      const options = command.optsWithGlobals<StartOptions>();
      cli.setExitCode(await startRun(cli, { dag, params, options }));
    });
}
