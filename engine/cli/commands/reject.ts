import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption, runIdOption } from './options.ts';
import type { RejectOptions } from '../actions/reject-step.ts';

export function addReject(program: Command, cli: Cli): void {
  program
    .command('reject')
    .description('Reject a waiting step and its run, and wait until the run ends.')
    .argument('<name>', 'name of the DAG')
    .argument('<step>', 'name of the waiting step')
    .addOption(runIdOption('which run (default: the newest one)'))
    .option('--reason <text>', 'reason, shown with the run')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright reject daily ask', 'in the newest run'],
        ['dagwright reject daily -r 42 ask --reason "wrong month"', 'with a reason'],
      ),
    )
    .action(async (name: string, step: string, _options, command: Command) => {
      const { rejectStep } = await import('../actions/reject-step.ts');
      await rejectStep(cli, { name, step, options: command.optsWithGlobals<RejectOptions>() });
    });
}
