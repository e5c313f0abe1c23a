import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import type { UpgradeOptions } from '../actions/explain-upgrade.ts';

export function addUpgrade(program: Command, cli: Cli): void {
  program
    .command('upgrade')
    .description('Show how to upgrade this installation. Changes nothing.')
    .option('--check', 'show only what is installed')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright upgrade', 'show the steps of an upgrade'],
        ['dagwright upgrade --check --format json', 'what is installed, as JSON'],
      ),
    )
    .action(async (_options, command: Command) => {
      const { explainUpgrade } = await import('../actions/explain-upgrade.ts');
      explainUpgrade(cli, command.optsWithGlobals<UpgradeOptions>());
    });
}
