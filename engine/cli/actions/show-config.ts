import { stringify } from 'yaml';
import { explainSettings, type ShownSetting } from '../../config/explain-settings.ts';
import { refuseProblems } from '../../config/load-config.ts';
import { readSettings } from '../../config/read-settings.ts';
import { settingsOptions, type Cli, type SettingOptions } from '../cli.ts';
import { selectKeys } from '../select-keys.ts';
import { json } from '../print/json.ts';
import type { ConfigOptions } from './check-config.ts';

export interface ConfigShowOptions extends ConfigOptions {
  readonly sources?: boolean;
}

/** Of nearly all settings; a longer one pushes its source aside. */
const WIDTH = 50;

/** Prints the settings as lines of YAML that config.yaml would take, but for secrets. */
export function showConfig(cli: Cli, key: string | undefined, options: ConfigShowOptions): void {
  const settings = readSettings(settingsOptions(cli, options));
  refuseProblems(settings);
  const keys = new Set<string>(selectKeys(key));
  const shown = explainSettings(settings).filter((setting) => keys.has(setting.key));
  const isJson = options.format === 'json';
  cli.out.write(isJson ? json(asObject(shown, options)) : asText(cli, shown, options));
}

/** Prints the path of config.yaml, whether the file is there or not. */
export function showConfigPath(cli: Cli, options: SettingOptions): void {
  cli.out.write(`${readSettings(settingsOptions(cli, options)).folders.configFile}\n`);
}

function asObject(shown: readonly ShownSetting[], { sources }: ConfigShowOptions): object {
  return Object.fromEntries(
    shown.map(({ key, value, source }) => [key, sources ? { value, source } : value]),
  );
}

function asText(
  { out }: Cli,
  shown: readonly ShownSetting[],
  { sources }: ConfigShowOptions,
): string {
  const lines = shown.map(({ key, value }) => `${key}: ${flow(value)}`);
  if (!sources) return lines.map((line) => `${line}\n`).join('');
  return lines
    .map((line, at) => `${line.padEnd(WIDTH)}  ${out.colors.dim(`# ${shown[at]?.source ?? ''}`)}\n`)
    .join('');
}

function flow(value: unknown): string {
  if (value === null) return '';
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd();
}
