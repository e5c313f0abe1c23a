import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import type { DoctorOptions } from '../actions/run-doctor.ts';

export function addDoctor(program: Command, cli: Cli): void {
  program
    .command('doctor')
    .description(
      'Check what Dagwright requires of this machine, and how to fix what is wrong. The exit code is 1 when there is a problem.',
    )
    .option(
      '--repair',
      'recover what can be read of a damaged database into a new one; the damaged file is kept',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright doctor', 'find out what is wrong'],
        ['dagwright doctor --format json', 'the same, as JSON'],
        [
          'dagwright doctor --repair',
          'recover a damaged or missing database; stop the engine first',
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
