import { Option, type Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, integerBetween, runStatusOption } from './options.ts';
import { durationOption, timeOption } from './time-options.ts';
import type { HistoryOptions } from '../actions/list-history.ts';

export function addHistory(program: Command, cli: Cli): void {
  program
    .command('history')
    .description('List runs, newest first, by default those of the last 30 days.')
    .argument('[name]', 'only runs of this DAG')
    .option('--from <time>', 'start of the range: 2026-02-03, or 2026-02-03T10:00', timeOption)
    .option('--to <time>', 'end of the range; a date includes the whole day', timeOption)
    .addOption(
      new Option('--last <duration>', 'a range up to now: 7d, 24h, 90m')
        .argParser(durationOption)
        .conflicts(['from', 'to']),
    )
    .option(
      '--status <status>',
      'only runs with this status: succeeded, failed, …',
      runStatusOption,
    )
    .option('--tags <filter>', 'only DAGs with these tags: `team=data,!draft`')
    .option('-r, --run-id <text>', 'only runs whose id contains this text')
    .option('--limit <number>', 'maximum number of runs, up to 1000', integerBetween(1, 1000), 100)
    .addOption(
      new Option('--format <format>', 'output format')
        .choices(['table', 'json', 'csv'])
        .default('table'),
    )
    .addHelpText(
      'after',
      examples(
        ['dagwright history daily --last 7d', 'the runs of a week'],
        ['dagwright history --status failed', 'recent failures'],
        ['dagwright history --from 2026-02-01 --format csv', 'for a spreadsheet'],
      ),
    )
    .action(async (name: string | undefined, _options, command: Command) => {
      const { listHistory } = await import('../actions/list-history.ts');
      await listHistory(cli, name, command.optsWithGlobals<HistoryOptions>());
    });
}
