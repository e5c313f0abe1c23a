import { Argument, type Command } from 'commander';
import { secretKinds, type SecretKind } from '../../contract/keychain.ts';
import type { ForgetOptions, KeychainOptions } from '../actions/keychain.ts';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';

export function addKeychain(program: Command, cli: Cli): void {
  const keychain = program
    .command('keychain')
    .description('Show what the engine keeps in the keychain of the system, and remove it.')
    .addHelpText(
      'after',
      examples(['dagwright keychain forget node-token berlin', 'remove the token of a node']),
    );
  keychain
    .command('list')
    .description('List the entries, without what they hold.')
    .addOption(jsonOption())
    .action(async (_options, command: Command) => {
      const { listEntries } = await import('../actions/keychain.ts');
      await listEntries(cli, command.optsWithGlobals<KeychainOptions>());
    });
  keychain
    .command('forget')
    .description('Remove an entry. What it held is lost.')
    .addArgument(new Argument('<kind>', 'kind of the entry').choices(secretKinds))
    .argument('[node]', 'name of the node, for node-token', '')
    .option('-y, --yes', 'skip the confirmation')
    .addOption(jsonOption())
    .action(async (kind: SecretKind, name: string, _options, command: Command) => {
      const { forgetEntry } = await import('../actions/keychain.ts');
      await forgetEntry(cli, { kind, name }, command.optsWithGlobals<ForgetOptions>());
    });
}
