import type { Format } from '../commands/options.ts';
import { mistakenVariables } from '../../config/read-environment.ts';
import { readSettings } from '../../config/read-settings.ts';
import { settingsOptions, type Cli, type SettingOptions } from '../cli.ts';
import { exitCodes } from '../cli-error.ts';
import { json } from '../print/json.ts';

export interface ConfigOptions extends SettingOptions {
  readonly format: Format;
}

/** Says what is wrong with the settings. Returns the exit code. */
export function checkConfig(cli: Cli, options: ConfigOptions): number {
  const { out, err } = cli;
  const { problems, folders } = readSettings(settingsOptions(cli, options));
  const warnings = mistakenVariables(cli.env);
  if (options.format === 'json') {
    out.write(json({ valid: problems.length === 0, errors: problems, warnings }));
  } else {
    for (const problem of problems) err.write(`${err.colors.red('✗')} ${problem}\n`);
    for (const warning of warnings) err.write(`${err.colors.yellow('!')} ${warning}\n`);
    if (problems.length === 0) {
      out.write(`${out.colors.green('✓')} The settings in ${folders.configFile} are valid.\n`);
    }
  }
  return problems.length === 0 ? 0 : exitCodes.failed;
}
