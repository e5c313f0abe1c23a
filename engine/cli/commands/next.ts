import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, integerBetween, jsonOption } from './options.ts';
import { timeOption } from './time-options.ts';
import type { NextOptions } from '../actions/show-next.ts';

export function addNext(program: Command, cli: Cli): void {
  program
    .command('next')
    .description('Show when a DAG is due next, and where a change of the clock moves that.')
    .argument('<dag>', 'name of a stored DAG, or the path of a YAML file')
    .option(
      '--from <time>',
      'first time: 2026-02-03, or 2026-02-03T10:00; now when left out',
      timeOption,
    )
    .option('--count <number>', 'how many times, up to 1000', integerBetween(1, 1000), 5)
    .option('--timezone <zone>', 'zone of lines without CRON_TZ; that of the engine when left out')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright next nightly', 'the next five times'],
        ['dagwright next ./draft.yaml --count 20', 'those of a file'],
        [
          'dagwright next nightly --from 2027-03-27 --timezone Europe/Berlin',
          'at a change of the clock',
        ],
      ),
    )
    .action(async (dag: string, _options, command: Command) => {
      const { showNext } = await import('../actions/show-next.ts');
      cli.setExitCode(await showNext(cli, dag, command.optsWithGlobals<NextOptions>()));
    });
}
