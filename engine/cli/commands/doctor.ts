import type { Command } from 'commander';
import type { Cli, GlobalOptions } from '../cli.ts';
import { examples, jsonOption, type Format } from './options.ts';

export interface DoctorOptions extends GlobalOptions {
  readonly format: Format;
}

export function addDoctor(program: Command, cli: Cli): void {
  program
    .command('doctor')
    .description(
      'Look at what Dagwright needs of this machine, and say how to mend what is wrong. The exit code is 1 for a problem.',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright doctor', 'when something does not work as it should'],
        ['dagwright doctor --format json', 'the same for a program'],
      ),
    )
    .action(async (_options, command: Command) => {
      const { runDoctor } = await import('../actions/run-doctor.ts');
      cli.setExitCode(await runDoctor(cli, command.optsWithGlobals<DoctorOptions>()));
    });
}
