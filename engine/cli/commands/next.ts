import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, integerBetween, jsonOption } from './options.ts';
import { timeOption } from './time-options.ts';
import type { NextOptions } from '../actions/show-next.ts';

export function addNext(program: Command, cli: Cli): void {
  program
    .command('next')
    .description(
      'Show the next scheduled times of a DAG, and where daylight saving time moves them.',
    )
    .argument('<dag>', 'name of a stored DAG, or the path of a YAML file')
    .option(
      '--from <time>',
      'start of the range: 2026-02-03, or 2026-02-03T10:00 (default: now)',
      timeOption,
    )
    .option('--count <number>', 'number of times, up to 1000', integerBetween(1, 1000), 5)
    .option('--timezone <zone>', "time zone of schedules without CRON_TZ (default: the engine's)")
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright next nightly', 'the next five times'],
        ['dagwright next ./draft.yaml --count 20', 'of a file'],
        [
          'dagwright next nightly --from 2027-03-27 --timezone Europe/Berlin',
          'around a change of the clock',
        ],
      ),
    )
    .action(async (dag: string, _options, command: Command) => {
      const { showNext } = await import('../actions/show-next.ts');
      cli.setExitCode(await showNext(cli, dag, command.optsWithGlobals<NextOptions>()));
    });
}
