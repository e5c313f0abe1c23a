import type { SecretEntry } from '../../contract/keychain.ts';
import { agrees } from '../agree.ts';
import { askEngine } from '../ask-engine.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { CliError, exitCodes } from '../cli-error.ts';
import type { Format } from '../commands/options.ts';
import { json } from '../print/json.ts';
import { entryTable } from '../print/node-tables.ts';
import { report } from '../say.ts';

export interface KeychainOptions extends GlobalOptions {
  readonly format: Format;
}

export interface ForgetOptions extends KeychainOptions {
  readonly yes?: boolean;
}

/** Prints what lies in the keychain. Where that cannot be read, JSON has the problem and the fix; @throws CliError with them else. */
export async function listEntries(cli: Cli, options: KeychainOptions): Promise<void> {
  const answer = await askEngine(cli, options, (client) => client.call('keychain.list', {}));
  const { entries, problem, fix } = answer;
  const isJson = options.format === 'json';
  cli.out.write(isJson ? json(answer) : entryTable(entries, cli.out));
  if (problem === '') return;
  if (!isJson) throw new CliError(problem, { hint: fix });
  cli.setExitCode(exitCodes.failed);
}

/** Says what is lost with the entry and asks, unless `yes` is given. */
export async function forgetEntry(
  cli: Cli,
  entry: SecretEntry,
  options: ForgetOptions,
): Promise<void> {
  const called = [entry.kind, entry.name].join(' ').trim();
  const act = `Remove ${called} from the keychain. ${losses[entry.kind]}`;
  if (!(await agrees(cli, { act, yes: options.yes }))) return;
  await askEngine(cli, options, (client) => client.call('keychain.forget', entry));
  report(cli, options.format, { answer: entry, words: `Removed ${called} from the keychain` });
}

/** What is lost with an entry of each kind. */
const losses: Readonly<Record<SecretEntry['kind'], string>> = {
  secret:
    'At the next start all sessions end, and you must set the signature secrets of webhooks again',
  'node-token': 'Calls to this node fail until you set its token again',
  'git-sync-token': 'Git Sync cannot log in until you set its token again',
  'git-sync-passphrase': 'Git Sync cannot use its SSH key until you set the passphrase again',
};
