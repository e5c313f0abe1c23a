import type { z } from 'zod';
import { configKeys, entryOf, type ConfigKey } from './config-keys.ts';
import { hideCredentials } from './hide-credentials.ts';

/** A value that some source gives to a key, not yet checked. */
export interface Setting {
  readonly key: ConfigKey;
  readonly value: unknown;
  /** Where a person finds it: `config.yaml:3:7`, `SVC_PORT`, `--port`. */
  readonly place: string;
  /** Where a part of a list or map is found; the place of the whole where that is all that can be said. */
  readonly placeOf?: (path: readonly PropertyKey[]) => string;
  /** Folder from which relative paths count. */
  readonly base: string;
}

/** What a source holds, and what is wrong with it apart from its values. */
export interface SettingSource {
  readonly settings: readonly Setting[];
  readonly problems: readonly string[];
}

type Checked =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The checked value, or what is wrong with it: a sentence for each part that is. */
export function checkSetting(setting: Setting): Checked {
  const result = configKeys[setting.key].schema().safeParse(setting.value);
  if (result.success) return { ok: true, value: result.data };
  const problems = result.error.issues.map((issue) => problemOf(setting, issue));
  return { ok: false, problems: [...new Set(problems)] };
}

function problemOf({ key, value, place, placeOf }: Setting, issue: z.core.$ZodIssue): string {
  const isUnknown = issue.code === 'unrecognized_keys';
  const path = isUnknown ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  const at = path.length === 0 || placeOf === undefined ? place : placeOf(path);
  const name = `\`${key}${path.map(pathPart).join('')}\``;
  if (isUnknown) return `${at}: unknown key ${name}${issue.message}`;
  // A secret that is wrong may still be a secret, and this sentence goes into logs.
  const found = entryOf(key).secret === undefined ? `, got ${shown(valueAt(value, path))}` : '';
  return `${at}: ${name} ${issue.message}${found}`;
}

function pathPart(part: PropertyKey): string {
  return typeof part === 'number' ? `[${part}]` : `.${String(part)}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (at === null || typeof at !== 'object' ? value : Reflect.get(at, part)),
    value,
  );
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'string'
    ? `\`${hideCredentials(value)}\``
    : hideCredentials(JSON.stringify(value));
}
