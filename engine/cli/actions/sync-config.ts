import { entryOf, isConfigKey } from '../../config/config-keys.ts';
import { snakeCase } from '../../lib/snake-case.ts';
import { askEngine } from '../ask-engine.ts';
import type { Cli } from '../cli.ts';
import { CliError, exitCodes } from '../cli-error.ts';
import { json } from '../print/json.ts';
import { SET_UP_SYNC, syncConfigText, syncTestText } from '../print/sync-text.ts';
import { remark } from '../say.ts';
import { readSecret } from '../secret-input.ts';
import { askSync, requireSync } from './ask-sync.ts';
import type { SyncOptions } from './sync.ts';

export interface ConfigChangeOptions extends SyncOptions {
  readonly tokenStdin?: boolean;
  readonly passphraseStdin?: boolean;
}

/** Shows the settings; with something to change, as they are then. */
export async function syncConfig(
  cli: Cli,
  changes: readonly string[],
  options: ConfigChangeOptions,
): Promise<void> {
  const change = await changeOf(cli, changes, options);
  const isLook = Object.keys(change).length === 0;
  const config = await askEngine(cli, options, (client) =>
    isLook ? client.call('sync.getConfig', {}) : client.call('sync.setConfig', change),
  );
  if (config.warning !== undefined) remark(cli, config.warning);
  if (isLook && !config.enabled) remark(cli, `Git Sync is off. ${SET_UP_SYNC}`);
  cli.out.write(options.format === 'json' ? json(config) : syncConfigText(config));
}

type Change = Record<string, unknown>;

async function changeOf(
  cli: Cli,
  changes: readonly string[],
  options: ConfigChangeOptions,
): Promise<Change> {
  const change: Change = {};
  for (const text of changes) {
    const at = text.indexOf('=');
    // The text is not repeated: it may be a secret whose key was forgotten.
    if (at < 1) throw new CliError('A change must be KEY=VALUE, such as branch=main.');
    const name = text.slice(0, at);
    put(change, name.split('.'), valueOf(name, text.slice(at + 1)));
  }
  if (options.tokenStdin === true) put(change, ['auth', 'token'], await secret(cli, 'Token: '));
  if (options.passphraseStdin === true) {
    put(change, ['auth', 'ssh_passphrase'], await secret(cli, 'Passphrase: '));
  }
  return change;
}

/** Of the type that the setting has. What cannot be of it goes as it is: the engine says what is wrong. */
function valueOf(name: string, text: string): unknown {
  const key = `git_sync.${snakeCase(name)}`;
  if (!isConfigKey(key)) return text;
  const { schema, defaultValue } = entryOf(key);
  if (typeof defaultValue !== 'boolean' && typeof defaultValue !== 'number') return text;
  const read = schema().safeParse(text);
  if (read.success) return read.data;
  return typeof defaultValue === 'number' && isNumber(text) ? Number(text) : text;
}

/** Then the engine says what is wrong with it, and not that it is no number. */
const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);

function put(change: Change, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) change[name] = value;
  else put((change[name] ??= {}) as Change, rest, value);
}

const secret = (cli: Cli, question: string): Promise<string> =>
  readSecret(cli, { question, fromStdin: true, hint: '' });

/** Returns the exit code. */
export async function testSync(cli: Cli, options: SyncOptions): Promise<number> {
  const isJson = options.format === 'json';
  const result = await askSync(cli, options, async (client) => {
    const tried = await client.call('sync.testConnection', {});
    if (!tried.success && !isJson) await requireSync(client);
    return tried;
  });
  cli.out.write(isJson ? json(result) : syncTestText(result, cli.out.colors));
  return result.success ? 0 : exitCodes.failed;
}
