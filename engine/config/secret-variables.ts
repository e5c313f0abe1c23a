import { suggest } from '../lib/suggest.ts';
import { configKeyNames, entryOf } from './config-keys.ts';

/** What the CLI shows to engines. */
export const credentialVariables = [
  'SVC_TOKEN',
  'SVC_WEBHOOK_TOKEN',
  'SVC_WEBHOOK_SECRET',
] as const;

const secretVariables: readonly string[] = [
  ...configKeyNames
    .filter((key) => entryOf(key).secret !== undefined)
    .map((key) => entryOf(key).env),
  ...credentialVariables,
];

/** Whether a variable holds what no step may see. */
export function isSecretVariable(name: string): boolean {
  return secretVariables.includes(name);
}

const secretWords = /AUTH|TOKEN|SECRET|PASS|KEY|CRED|SIGN/;
/** Letters that may be wrong in one. */
const MAX_SLIPS = 2;

/** Whether a variable that the engine does not know may be such a one: mistyped, or of another version. */
export function soundsSecret(name: string): boolean {
  return secretWords.test(name) || suggest(name, secretVariables, MAX_SLIPS) !== undefined;
}

/**
 * Takes the settings that are secret out of an environment. Steps get the other settings, and whoever may write a
 * DAG must not be able to print what signs sessions. Call it when the settings have been read.
 */
export function forgetSecrets(env: Record<string, string | undefined>): void {
  for (const name of secretVariables) Reflect.deleteProperty(env, name);
}
