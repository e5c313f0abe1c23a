import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import type { UpgradeOptions } from '../actions/explain-upgrade.ts';

export function addUpgrade(program: Command, cli: Cli): void {
  program
    .command('upgrade')
    .description(
      'Say how this installation is brought to a newer version. Changes nothing by itself.',
    )
    .option('--check', 'only say what is installed; nothing is asked over the network')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright upgrade', 'what to do'],
        ['dagwright upgrade --check --format json', 'what is installed, for a program'],
      ),
    )
    .action(async (_options, command: Command) => {
      const { explainUpgrade } = await import('../actions/explain-upgrade.ts');
      explainUpgrade(cli, command.optsWithGlobals<UpgradeOptions>());
    });
}
