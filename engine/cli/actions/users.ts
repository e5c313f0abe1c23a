import type { Format } from '../commands/options.ts';
import type { Role, User } from '../../contract/auth.ts';
import type { EngineClient } from '../../contract/client.ts';
import { didYouMean } from '../../lib/suggest.ts';
import { agrees } from '../agree.ts';
import { askEngine } from '../ask-engine.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { json } from '../print/json.ts';
import { userTable } from '../print/user-tables.ts';
import { report } from '../say.ts';
import { readNewPassword } from '../secret-input.ts';

export interface UsersOptions extends GlobalOptions {
  readonly format: Format;
}

export interface UpdateUserOptions extends UsersOptions {
  readonly role?: Role;
  readonly name?: string;
}

export interface ResetPasswordOptions extends UsersOptions {
  readonly passwordStdin?: boolean;
}

export interface DeleteUserOptions extends UsersOptions {
  readonly yes?: boolean;
}

export interface CreateUserOptions extends UsersOptions {
  readonly role: Role;
  readonly passwordStdin?: boolean;
}

/** Prints the users as a table or JSON. */
export async function listUsers(cli: Cli, options: UsersOptions): Promise<void> {
  const { users } = await askEngine(cli, options, (client) => client.call('users.list', {}));
  cli.out.write(options.format === 'json' ? json(users) : userTable(users, cli.out));
}

/** Reads the password from a person who types it unseen, or from standard input. */
export async function createUser(
  cli: Cli,
  username: string,
  options: CreateUserOptions,
): Promise<void> {
  const { role, passwordStdin } = options;
  const password = await readNewPassword(cli, passwordStdin);
  const { user } = await askEngine(cli, options, (client) =>
    client.call('users.create', { username, password, role }),
  );
  report(cli, options.format, { answer: user, words: `Added ${user.username} as ${user.role}` });
}

/** Changes role or name. */
export async function updateUser(
  cli: Cli,
  name: string,
  options: UpdateUserOptions,
): Promise<void> {
  const { role, name: username } = options;
  if (role === undefined && username === undefined) {
    throw new CliError('Give --role or --name.');
  }
  const { user } = await askEngine(cli, options, async (client) => {
    const { id: userId } = await findUser(client, name);
    const changes = { ...(role && { role }), ...(username !== undefined && { username }) };
    return client.call('users.update', { userId, ...changes });
  });
  report(cli, options.format, { answer: user, words: `${user.username} is ${user.role}` });
}

interface Switch {
  readonly name: string;
  readonly isDisabled: boolean;
  readonly options: UsersOptions;
}

/** Disables a user or lets them in again, by name. */
export async function switchUser(cli: Cli, { name, isDisabled, options }: Switch): Promise<void> {
  const { user } = await askEngine(cli, options, async (client) => {
    const { id: userId } = await findUser(client, name);
    return client.call('users.update', { userId, isDisabled });
  });
  const words = `${user.username} is ${isDisabled ? 'disabled' : 'enabled'}`;
  report(cli, options.format, { answer: user, words });
}

/** Finds the user by name, and asks before, unless `yes` is given. */
export async function deleteUser(
  cli: Cli,
  name: string,
  options: DeleteUserOptions,
): Promise<void> {
  if (!(await agrees(cli, { act: `Delete the user ${name}`, yes: options.yes }))) return;
  const user = await askEngine(cli, options, async (client) => {
    const found = await findUser(client, name);
    await client.call('users.delete', { userId: found.id });
    return found;
  });
  report(cli, options.format, { answer: user, words: `Deleted ${user.username}` });
}

/** Sets a new password, which is read as that of a new user is. */
export async function resetPassword(
  cli: Cli,
  name: string,
  options: ResetPasswordOptions,
): Promise<void> {
  const newPassword = await readNewPassword(cli, options.passwordStdin);
  const user = await askEngine(cli, options, async (client) => {
    const found = await findUser(client, name);
    await client.call('users.resetPassword', { userId: found.id, newPassword });
    return found;
  });
  report(cli, options.format, { answer: user, words: `Changed the password of ${user.username}` });
}

/** Names of users differ in more than the case of their letters. */
async function findUser(client: EngineClient, name: string): Promise<User> {
  const { users } = await client.call('users.list', {});
  const found = users.find(({ username }) => username.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  const names = users.map(({ username }) => username);
  throw new CliError(`User ${name} not found${didYouMean(name, names) || '.'}`);
}
