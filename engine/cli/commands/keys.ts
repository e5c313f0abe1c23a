import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import { roleOption } from './users.ts';
import type { KeysOptions, CreateKeyOptions, DeleteKeyOptions } from '../actions/keys.ts';

export function addKeys(program: Command, cli: Cli): void {
  const keys = program
    .command('keys')
    .description('Manage API keys, which give programs access (requires auth.mode: builtin).')
    .addHelpText(
      'after',
      examples(['dagwright keys create ci --role operator', 'create a key, and show it']),
    );
  keys
    .command('list')
    .description('List all API keys.')
    .addOption(jsonOption())
    .action(async (_options, command: Command) => {
      const { listKeys } = await import('../actions/keys.ts');
      await listKeys(cli, command.optsWithGlobals<KeysOptions>());
    });
  keys
    .command('create')
    .description('Create an API key. It is shown only once.')
    .argument('<name>', 'name of the key')
    .addOption(roleOption('key').makeOptionMandatory())
    .option('--description <text>', 'description', '')
    .addOption(jsonOption())
    .action(async (name: string, _options, command: Command) => {
      const { createKey } = await import('../actions/keys.ts');
      await createKey(cli, name, command.optsWithGlobals<CreateKeyOptions>());
    });
  keys
    .command('delete')
    .description('Delete an API key. It stops working at once.')
    .argument('<name>', 'name of the key')
    .option('-y, --yes', 'skip the confirmation')
    .addOption(jsonOption())
    .action(async (name: string, _options, command: Command) => {
      const { deleteKey } = await import('../actions/keys.ts');
      await deleteKey(cli, name, command.optsWithGlobals<DeleteKeyOptions>());
    });
}
