import { Option, type Command } from 'commander';
import { roles } from '../../contract/auth.ts';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import type {
  UsersOptions,
  CreateUserOptions,
  UpdateUserOptions,
  ResetPasswordOptions,
  DeleteUserOptions,
} from '../actions/users.ts';

/** `--role`, one of the known roles. */
export function roleOption(holder: 'user' | 'key'): Option {
  return new Option('--role <role>', `role of the ${holder}`).choices(roles);
}

export function addUsers(program: Command, cli: Cli): void {
  const users = program
    .command('users')
    .description(
      'Manage users, who log in with a name and a password (requires auth.mode: builtin).',
    )
    .addHelpText(
      'after',
      examples(
        ['dagwright users create ann --role operator', 'asks for the password'],
        ['dagwright users reset-password ann --password-stdin <file', 'from a script'],
      ),
    );
  users
    .command('list')
    .description('List all users.')
    .addOption(jsonOption())
    .action(async (_options, command: Command) => {
      const { listUsers } = await import('../actions/users.ts');
      await listUsers(cli, command.optsWithGlobals<UsersOptions>());
    });
  addCreate(users, cli);
  addUpdates(users, cli);
  addRemovals(users, cli);
}

function addCreate(users: Command, cli: Cli): void {
  forUser(users, 'create', 'Create a user. Prompts for the password.')
    .addOption(roleOption('user').makeOptionMandatory())
    .addOption(passwordOption())
    .action(async (name: string, _options, command: Command) => {
      const { createUser } = await import('../actions/users.ts');
      await createUser(cli, name, command.optsWithGlobals<CreateUserOptions>());
    });
}

function addUpdates(users: Command, cli: Cli): void {
  forUser(users, 'update', 'Change the role or the name of a user.')
    .addOption(roleOption('user'))
    .option('--name <name>', 'new name')
    .action(async (name: string, _options, command: Command) => {
      const { updateUser } = await import('../actions/users.ts');
      await updateUser(cli, name, command.optsWithGlobals<UpdateUserOptions>());
    });
  for (const word of ['disable', 'enable'] as const) {
    const about =
      word === 'disable' ? 'Disable a user, who loses access at once.' : 'Enable a user again.';
    forUser(users, word, about).action(async (name: string, _options, command: Command) => {
      const { switchUser } = await import('../actions/users.ts');
      const options = command.optsWithGlobals<UsersOptions>();
      await switchUser(cli, { name, isDisabled: word === 'disable', options });
    });
  }
  forUser(users, 'reset-password', 'Set a new password for a user. Prompts for it.')
    .addOption(passwordOption())
    .action(async (name: string, _options, command: Command) => {
      const { resetPassword } = await import('../actions/users.ts');
      await resetPassword(cli, name, command.optsWithGlobals<ResetPasswordOptions>());
    });
}

function addRemovals(users: Command, cli: Cli): void {
  forUser(users, 'delete', 'Delete a user with all sessions and API keys.')
    .option('-y, --yes', 'skip the confirmation')
    .action(async (name: string, _options, command: Command) => {
      const { deleteUser } = await import('../actions/users.ts');
      await deleteUser(cli, name, command.optsWithGlobals<DeleteUserOptions>());
    });
}

function passwordOption(): Option {
  return new Option('--password-stdin', 'read the password from standard input');
}

function forUser(users: Command, name: string, description: string): Command {
  return users
    .command(name)
    .description(description)
    .argument('<user>', 'name of the user')
    .addOption(jsonOption());
}
