import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, followOption, jsonOption, runIdOption } from './options.ts';
import type { RestartOptions } from '../actions/restart-run.ts';

export function addRestart(program: Command, cli: Cli): void {
  program
    .command('restart')
    .description(
      'Stop the active run of a DAG, wait until it ends, and start a new one with the same parameters.',
    )
    .argument('<name>', 'name of the DAG')
    .addOption(runIdOption('which active run (default: the newest one)'))
    .addOption(followOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright restart daily', 'after a change of its definition'],
        ['dagwright restart daily --no-follow', 'return when the new run has started'],
      ),
    )
    .action(async (name: string, _options, command: Command) => {
      const { restartRun } = await import('../actions/restart-run.ts');
      cli.setExitCode(await restartRun(cli, name, command.optsWithGlobals<RestartOptions>()));
    });
}
