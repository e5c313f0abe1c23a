import type { Command } from 'commander';
import type { Cli, GlobalOptions } from '../cli.ts';
import { examples, jsonOption, type Format } from './options.ts';

export interface DequeueOptions extends GlobalOptions {
  readonly queue?: string;
  readonly format: Format;
}

export function addDequeue(program: Command, cli: Cli): void {
  program
    .command('dequeue')
    .description('Take a queued run out of its queue. Its record stays, as aborted.')
    .argument('[name]', 'name of the DAG')
    .argument('[run-id]', 'which run (default: the one of the DAG that was queued first)')
    .option('-u, --queue <queue>', 'in place of a DAG: the next run of this queue')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright dequeue daily 42', 'take out that run'],
        ['dagwright dequeue --queue night', 'take out the run that would be next'],
      ),
    )
    .action(
      async (name: string | undefined, runId: string | undefined, _options, command: Command) => {
        const { dequeueRun } = await import('../actions/dequeue-run.ts');
        await dequeueRun(cli, { name, runId, options: command.optsWithGlobals<DequeueOptions>() });
      },
    );
}
