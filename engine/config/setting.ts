import { configKeys, type ConfigKey } from './config-keys.ts';

/** A value that some source gives to a key, not yet checked. */
export interface Setting {
  readonly key: ConfigKey;
  readonly value: unknown;
  /** Where a person finds it: `config.yaml:3:7`, `SVC_PORT`, `--port`. */
  readonly place: string;
}

/** What a source holds, and what is wrong with it apart from its values. */
export interface SettingSource {
  readonly settings: readonly Setting[];
  readonly problems: readonly string[];
}

/** The checked value, or the sentence that says what is wrong with it. */
export function checkSetting({
  key,
  value,
  place,
}: Setting):
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string } {
  const result = configKeys[key].schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  const rule = result.error.issues[0]?.message ?? 'is not valid';
  return { ok: false, problem: `${place}: \`${key}\` ${rule}, and is ${shown(value)}` };
}

export function notAvailable(place: string, key: string): string {
  return `${place}: \`${key}\` is not available in this version`;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `\`${value}\`` : JSON.stringify(value);
}
