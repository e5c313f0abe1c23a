import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, followOption, jsonOption, runIdOption } from './options.ts';
import type { ApproveOptions } from '../actions/approve-step.ts';

export function addApprove(program: Command, cli: Cli): void {
  program
    .command('approve')
    .description('Approve a waiting step, and follow the run.')
    .argument('<name>', 'name of the DAG')
    .argument('<step>', 'name of the waiting step')
    .argument('[inputs...]', 'inputs that the step asks for, each `NAME=value`')
    .addOption(runIdOption('which run (default: the newest one)'))
    .addOption(followOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright approve daily ask', 'in the newest run'],
        ['dagwright approve daily -r 42 ask RECIPIENT=ada', 'with an input'],
      ),
    )
    .action(async function (this: Command, name: string, step: string, inputs: string[]) {
      const { approveStep } = await import('../actions/approve-step.ts');
      const options = this.optsWithGlobals<ApproveOptions>();
      cli.setExitCode(await approveStep(cli, { name, step, inputs, options }));
    });
}
