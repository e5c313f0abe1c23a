import { EngineError } from '../../../contract/errors.ts';
import type { SyncConfig } from '../../../contract/sync.ts';
import {
  configKeyNames,
  entryOf,
  isConfigKey,
  type ConfigKey,
} from '../../../config/config-keys.ts';
import type { Config } from '../../../config/config.ts';
import { checkSetting } from '../../../config/setting.ts';
import { changeConfigFile } from '../../../config/write-config-file.ts';
import { QUERY_FIELD } from '../../../contract/rest.ts';
import { snakeCase } from '../../../lib/snake-case.ts';
import { didYouMean } from '../../../lib/suggest.ts';
import type { SyncSecretName } from '../../../sync/sync-secrets.ts';
import type { EngineServices } from '../../engine-services.ts';
import { typeProblem } from './setting-type.ts';

/** Shown in place of what is not shown. */
const CONFIGURED = '[configured]';

/** The settings as in config.yaml. Credentials are not even shown by their length. */
export async function shownConfig({ gitSync }: EngineServices): Promise<SyncConfig> {
  const { settings } = gitSync;
  if (!settings.enabled && settings.repository === '') return { enabled: false };
  const { auth, autoSync, author } = settings;
  const has = (name: SyncSecretName, setting: string | null): Promise<boolean> =>
    gitSync.look((room) => room.credentials.has(name, setting));
  return {
    enabled: settings.enabled,
    repository: settings.repository,
    branch: settings.branch,
    path: settings.path,
    push_enabled: settings.pushEnabled,
    trust: gitSync.trust,
    auth: {
      type: auth.type,
      token: mark(await has('token', auth.token)),
      ssh_key_path: mark(auth.sshKeyPath !== null),
      ssh_passphrase: mark(await has('passphrase', auth.sshPassphrase)),
      ssh_known_hosts: mark(auth.sshKnownHosts !== null),
    },
    auto_sync: {
      enabled: autoSync.enabled,
      on_startup: autoSync.onStartup,
      interval: autoSync.intervalMs / 1000,
    },
    commit: { author_name: author.name, author_email: author.email },
  };
}

const mark = (isThere: boolean): string => (isThere ? CONFIGURED : '');

/** A credential, which goes to the keychain and never into a file. */
const secretKeys: ReadonlyMap<string, SyncSecretName> = new Map([
  ['git_sync.auth.token', 'token'],
  ['git_sync.auth.ssh_passphrase', 'passphrase'],
]);

/**
 * Changes the settings that are given. All are checked before one is changed; they last in config.yaml, and hold at once.
 *
 * @throws EngineError `bad_request` that names what is wrong.
 */
export async function setConfig(services: EngineServices, change: object): Promise<SyncConfig> {
  const current = new Map(flattened(await shownConfig(services), 'git_sync'));
  // What is as it was shown is no change: nor is what stands in place of a credential.
  const isChange = ([key, value]: [string, unknown]): boolean =>
    !current.has(key) || String(current.get(key)) !== String(value);
  const own = Object.entries(change).filter(([name]) => name !== QUERY_FIELD);
  const all = flattened(Object.fromEntries(own), 'git_sync');
  refuse(wrongTypes(all));
  const given = new Map(all.filter(isChange));
  const secrets = [...given].filter(([key]) => secretKeys.has(key));
  const plain = new Map([...given].filter(([key]) => !secretKeys.has(key)));
  const settings = check(plain);
  requireComplete(services.config, settings);
  if (settings.size > 0) await write(services, settings);
  const warnings: string[] = [];
  for (const [key, value] of secrets) {
    const name = secretKeys.get(key) ?? 'token';
    const warning = await services.gitSync.look((room) =>
      room.credentials.give(name, String(value)),
    );
    if (warning !== '') warnings.push(warning);
  }
  const shown = await shownConfig(services);
  return warnings.length === 0 ? shown : { ...shown, warning: warnings.join(' ') };
}

/** Dotted keys, spelled as in the file whatever the case of the request. What stands for a setting is taken as it is. */
function flattened(value: object, prefix: string): [key: string, value: unknown][] {
  return Object.entries(value).flatMap(([name, part]: [string, unknown]): [string, unknown][] => {
    const key = `${prefix}.${snakeCase(name)}`;
    const isGroup = typeof part === 'object' && part !== null && !Array.isArray(part);
    return isGroup && !isConfigKey(key) ? flattened(part, key) : [[key, part]];
  });
}

type Problems = Record<string, string>;

/** Also of what is no change: it is compared by its text. */
function wrongTypes(given: readonly [key: string, value: unknown][]): Problems {
  const problems: Problems = {};
  for (const [key, value] of given) {
    const problem = isConfigKey(key) ? typeProblem(key, value) : null;
    if (problem !== null) problems[nameOf(key)] = problem;
  }
  return problems;
}

const PREFIX = 'git_sync.';
const nameOf = (key: string): string => key.slice(PREFIX.length);
const settingNames = (): readonly string[] =>
  configKeyNames.filter((key) => key.startsWith(PREFIX)).map(nameOf);

function refuse(problems: Problems): void {
  const [first] = Object.entries(problems);
  if (first === undefined) return;
  throw new EngineError('bad_request', `${first[0]}: ${first[1]}`, {
    details: { fields: problems },
  });
}

type Settings = ReadonlyMap<ConfigKey, unknown>;

function check(given: ReadonlyMap<string, unknown>): Settings {
  const problems: Problems = {};
  const settings = new Map<ConfigKey, unknown>();
  for (const [key, value] of given) {
    const name = nameOf(key);
    if (!isConfigKey(key)) {
      problems[name] = `is not a setting of Git Sync${didYouMean(name, settingNames())}`;
      continue;
    }
    const checked = checkSetting({ key, value, place: name, base: '' });
    if (checked.ok && isBeaten(key, checked.value)) {
      problems[name] =
        `is set by ${entryOf(key).env} in the environment of the engine. Change it there.`;
    } else if (checked.ok) settings.set(key, checked.value);
    else problems[name] = checked.problems.join('; ').replaceAll(`${name}: \`${key}\` `, '');
  }
  refuse(problems);
  return settings;
}

/** Whether the environment says something else, which would hold. */
function isBeaten(key: ConfigKey, wanted: unknown): boolean {
  const place = entryOf(key).env;
  const value = process.env[place];
  if (value === undefined || value === '') return false;
  const checked = checkSetting({ key, value, place, base: '' });
  return checked.ok && checked.value !== wanted;
}

function requireComplete({ gitSync }: Config, settings: Settings): void {
  const after = {
    enabled: gitSync.enabled,
    repository: gitSync.repository,
    branch: gitSync.branch,
    ...Object.fromEntries([...settings].map(([key, value]) => [nameOf(key), value])),
  };
  if (after.enabled !== true && String(after.enabled) !== 'true') return;
  if (String(after.repository).trim() !== '' && after.branch !== '') return;
  throw new EngineError(
    'bad_request',
    'Git sync configuration is incomplete - repository and branch are required',
  );
}

/** Writes config.yaml; where the result is refused, the file is put back. */
async function write({ config, reloadSettings }: EngineServices, settings: Settings) {
  const undo = changeConfigFile(config.paths.configFile, settings);
  try {
    reloadSettings();
  } catch (error) {
    undo();
    throw new EngineError('bad_request', (error as Error).message, { cause: error });
  }
}
