import { Option, type Command } from 'commander';
import { slotKind } from '../../contract/schedule.ts';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import { momentOption, type Moment } from './time-options.ts';
import type { WhyOptions } from '../actions/show-why.ts';

export function addWhy(program: Command, cli: Cli): void {
  program
    .command('why')
    .description('Explain why a DAG did or did not run at a scheduled time.')
    .argument('<dag>', 'name of the DAG')
    .argument(
      '[time]',
      'scheduled time: 02:30 (today), or 2026-02-03T02:30 (default: the last slot)',
      momentOption,
    )
    .addOption(
      new Option('--kind <kind>', 'kind of slot, where a minute has several').choices(
        slotKind.options,
      ),
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright why nightly', 'the last slot'],
        ['dagwright why nightly 02:30', 'today at 02:30'],
        ['dagwright why nightly 2026-02-03T02:30', 'on another day'],
      ),
    )
    .action(async (dag: string, at: Moment | undefined, _options, command: Command) => {
      const { showWhy } = await import('../actions/show-why.ts');
      await showWhy(cli, { dag, at }, command.optsWithGlobals<WhyOptions>());
    });
}
