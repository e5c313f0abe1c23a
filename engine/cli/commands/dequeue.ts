import { InvalidArgumentError, Option, type Command } from 'commander';
import type { NamedRun } from '../../server/command-request.ts';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import type { DequeueOptions } from '../actions/dequeue-run.ts';

export function addDequeue(program: Command, cli: Cli): void {
  program
    .command('dequeue')
    .description('Remove a queued run from its queue. The run stays in the history as aborted.')
    .argument('[name]', 'name of a queue (removes its next run) or of a DAG')
    .argument('[run-id]', 'with a DAG: the run (default: the oldest one in the queue)')
    .addOption(
      new Option('-d, --dag-run <name:run-id>', 'with a queue: the run').argParser(dagRunOption),
    )
    .option('-u, --queue <queue>', 'name of the queue, where a DAG has the same name')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright dequeue daily 42', 'remove that run'],
        ['dagwright dequeue night', 'remove the next run of that queue'],
        ['dagwright dequeue night -d daily:42', 'remove that run from the queue'],
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
  throw new InvalidArgumentError('Use the name of a DAG and a run id, such as daily:42.');
}
