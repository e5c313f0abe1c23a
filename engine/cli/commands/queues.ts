import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import type { QueuesOptions } from '../actions/show-queues.ts';

export function addQueues(program: Command, cli: Cli): void {
  program
    .command('queues')
    .description('Show the queues, with their running and queued runs.')
    .argument('[queue]', 'show only this queue')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright queues', 'all queues'],
        ['dagwright queues night --format json', 'one queue, as JSON'],
      ),
    )
    .action(async (queue: string | undefined, _options, command: Command) => {
      const { showQueues } = await import('../actions/show-queues.ts');
      await showQueues(cli, queue, command.optsWithGlobals<QueuesOptions>());
    });
}
