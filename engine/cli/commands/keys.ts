import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import { roleOption } from './users.ts';
import type { KeysOptions, CreateKeyOptions, DeleteKeyOptions } from '../actions/keys.ts';

export function addKeys(program: Command, cli: Cli): void {
  const keys = program
    .command('keys')
    .description('API keys, by which programs come in (needs auth.mode: builtin).')
    .addHelpText(
      'after',
      examples(['dagwright keys create ci --role operator', 'make one, and show it']),
    );
  keys
    .command('list')
    .description('All API keys.')
    .addOption(jsonOption())
    .action(async (_options, command: Command) => {
      const { listKeys } = await import('../actions/keys.ts');
      await listKeys(cli, command.optsWithGlobals<KeysOptions>());
    });
  keys
    .command('create')
    .description('Make an API key. It is shown this once.')
    .argument('<name>', 'a name for it')
    .addOption(roleOption().makeOptionMandatory())
    .option('--description <text>', 'what it is for', '')
    .addOption(jsonOption())
    .action(async (name: string, _options, command: Command) => {
      const { createKey } = await import('../actions/keys.ts');
      await createKey(cli, name, command.optsWithGlobals<CreateKeyOptions>());
    });
  keys
    .command('delete')
    .description('Delete an API key, which is refused at once.')
    .argument('<name>', 'its name')
    .option('-y, --yes', 'delete without asking')
    .addOption(jsonOption())
    .action(async (name: string, _options, command: Command) => {
      const { deleteKey } = await import('../actions/keys.ts');
      await deleteKey(cli, name, command.optsWithGlobals<DeleteKeyOptions>());
    });
}
