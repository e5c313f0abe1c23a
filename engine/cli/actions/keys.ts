import type { Format } from '../commands/options.ts';
import type { ApiKey, Role } from '../../contract/auth.ts';
import type { EngineClient } from '../../contract/client.ts';
import { didYouMean } from '../../lib/suggest.ts';
import { agrees } from '../agree.ts';
import { askEngine } from '../ask-engine.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { json } from '../print/json.ts';
import { keyTable } from '../print/user-tables.ts';
import { report } from '../say.ts';

export interface KeysOptions extends GlobalOptions {
  readonly format: Format;
}

export interface DeleteKeyOptions extends KeysOptions {
  readonly yes?: boolean;
}

export interface CreateKeyOptions extends KeysOptions {
  readonly role: Role;
  readonly description: string;
}

/** Prints the API keys by their first characters, as a table or JSON. */
export async function listKeys(cli: Cli, options: KeysOptions): Promise<void> {
  const { apiKeys } = await askEngine(cli, options, (client) => client.call('apiKeys.list', {}));
  cli.out.write(options.format === 'json' ? json(apiKeys) : keyTable(apiKeys, cli.out));
}

/** Prints the key, which is shown this once. */
export async function createKey(cli: Cli, name: string, options: CreateKeyOptions): Promise<void> {
  const { role, description, format } = options;
  const made = await askEngine(cli, options, (client) =>
    client.call('apiKeys.create', { name, role, description }),
  );
  const words = `API key ${made.apiKey.name} (${made.apiKey.role}), shown only once:\n${made.key}\n`;
  cli.out.write(format === 'json' ? json(made) : words);
}

/** Finds the key by its name, and asks before, unless `yes` is given. */
export async function deleteKey(cli: Cli, name: string, options: DeleteKeyOptions): Promise<void> {
  if (!(await agrees(cli, { act: `Delete the API key ${name}`, yes: options.yes }))) return;
  const key = await askEngine(cli, options, async (client) => {
    const found = await findKey(client, name);
    await client.call('apiKeys.delete', { keyId: found.id });
    return found;
  });
  report(cli, options.format, { answer: key, words: `Deleted the API key ${key.name}` });
}

async function findKey(client: EngineClient, name: string): Promise<ApiKey> {
  const { apiKeys } = await client.call('apiKeys.list', {});
  const found = apiKeys.find((key) => key.name === name);
  if (found !== undefined) return found;
  const names = apiKeys.map((key) => key.name);
  throw new CliError(`API key ${name} not found${didYouMean(name, names) || '.'}`);
}
