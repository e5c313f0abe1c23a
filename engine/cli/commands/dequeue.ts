import { InvalidArgumentError, Option, type Command } from 'commander';
import type { NamedRun } from '../actions/follow-to-end.ts';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import type { DequeueOptions } from '../actions/dequeue-run.ts';

export function addDequeue(program: Command, cli: Cli): void {
  program
    .command('dequeue')
    .description('Take a queued run out of its queue. Its record stays, as aborted.')
    .argument('[name]', 'name of a queue, of which the next run goes, or of a DAG')
    .argument('[run-id]', 'of a DAG: which run (default: the one that was queued first)')
    .addOption(
      new Option('-d, --dag-run <name:run-id>', 'of a queue: this run').argParser(dagRunOption),
    )
    .option('-u, --queue <queue>', 'the queue, in place of a name that may be a DAG as well')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright dequeue daily 42', 'take out that run'],
        ['dagwright dequeue night', 'take out the run that would be next in that queue'],
        ['dagwright dequeue night -d daily:42', 'take out that run of the queue'],
      ),
    )
    .action(
      async (name: string | undefined, runId: string | undefined, _options, command: Command) => {
        const { dequeueRun } = await import('../actions/dequeue-run.ts');
        await dequeueRun(cli, { name, runId, options: command.optsWithGlobals<DequeueOptions>() });
      },
    );
}

function dagRunOption(text: string): NamedRun {
  const [, name, dagRunId] = /^([^:]+):([^:]+)$/.exec(text) ?? [];
  if (name !== undefined && dagRunId !== undefined) return { name, dagRunId };
  throw new InvalidArgumentError('It must be the name of a DAG and the id of a run: daily:42.');
}
