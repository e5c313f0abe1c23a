import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import type { StopOptions } from '../actions/stop-run.ts';

export function addStop(program: Command, cli: Cli): void {
  program
    .command('stop')
    .description('Stop a run and wait until it ends.')
    .argument('<name>', 'name of the DAG')
    .option(
      '-r, --run-id <id>',
      'which run (default: the newest that has started, else the newest queued one)',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright stop daily', 'stop the newest run of the DAG that has started'],
        ['dagwright stop daily --run-id 42', 'stop that run'],
      ),
    )
    .action(async (name: string, _options, command: Command) => {
      const { stopRun } = await import('../actions/stop-run.ts');
      await stopRun(cli, name, command.optsWithGlobals<StopOptions>());
    });
}
