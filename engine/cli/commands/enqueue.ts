import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption, paramsOption, runIdOption, workingDirOption } from './options.ts';
import type { EnqueueOptions } from '../actions/enqueue-run.ts';

export function addEnqueue(program: Command, cli: Cli): void {
  program
    .command('enqueue')
    .description('Queue a run, and return at once. It starts when its queue has room.')
    .argument('<dag>', 'name of a stored DAG, or the path of a YAML file')
    .argument(
      '[params...]',
      'parameters, each `NAME=value` or a positional value, or all of them as JSON',
    )
    .addOption(paramsOption())
    .addOption(runIdOption('id of the new run (default: generated)'))
    .option('-N, --name <name>', 'queue it under another DAG name')
    .option('-u, --queue <queue>', 'queue for the run (default: the one in the definition)')
    .addOption(workingDirOption())
    .option('--at <time>', 'queue it at a time: `18:00`, or ISO 8601 such as `2026-11-29T18:00`')
    .option('--singleton', 'fail if the DAG has an active run')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright enqueue daily', 'queue a run of the stored DAG'],
        ['dagwright enqueue daily --queue night -- DATE=2026-02-03', 'use another queue'],
        ['dagwright enqueue ./draft.yaml', 'queue a file that is not stored'],
      ),
    )
    .action(async (dag: string, params: string[], _options, command: Command) => {
      const { enqueueRun } = await import('../actions/enqueue-run.ts');
      const options = command.optsWithGlobals<EnqueueOptions>();
      cli.setExitCode(await enqueueRun(cli, { dag, params, options }));
    });
}
