import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import type { DoctorOptions } from '../actions/run-doctor.ts';

export function addDoctor(program: Command, cli: Cli): void {
  program
    .command('doctor')
    .description(
      'Look at what Dagwright needs of this machine, and say how to mend what is wrong. The exit code is 1 for a problem.',
    )
    .option(
      '--repair',
      'save what can be read of a damaged database into a new one; the damaged file is kept beside it',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright doctor', 'when something does not work as it should'],
        ['dagwright doctor --format json', 'the same for a program'],
        [
          'dagwright doctor --repair',
          'when the database is damaged or gone, and the engine stopped',
        ],
      ),
    )
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<DoctorOptions>();
      if (options.repair === true) {
        const { repairHome } = await import('../actions/repair-home.ts');
        return repairHome(cli, options);
      }
      const { runDoctor } = await import('../actions/run-doctor.ts');
      cli.setExitCode(await runDoctor(cli, options));
    });
}
