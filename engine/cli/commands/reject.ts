import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption, runIdOption } from './options.ts';
import type { RejectOptions } from '../actions/reject-step.ts';

export function addReject(program: Command, cli: Cli): void {
  program
    .command('reject')
    .description(
      'Reject a step that waits for a person, and with it the run. Waits until it has ended.',
    )
    .argument('<name>', 'name of the DAG')
    .argument('<step>', 'the step that waits')
    .addOption(runIdOption('which run (default: the newest one)'))
    .option('--reason <text>', 'why, for whoever looks at the run')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright reject daily ask', 'in the newest run'],
        ['dagwright reject daily -r 42 ask --reason "wrong month"', 'and say why'],
      ),
    )
    .action(async (name: string, step: string, _options, command: Command) => {
      const { rejectStep } = await import('../actions/reject-step.ts');
      await rejectStep(cli, { name, step, options: command.optsWithGlobals<RejectOptions>() });
    });
}
