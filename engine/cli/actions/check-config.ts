import { mistakenVariables } from '../../config/read-environment.ts';
import { readSettings } from '../../config/read-settings.ts';
import { exitCodes, settingsOptions, type Cli } from '../cli.ts';
import type { ConfigOptions } from '../commands/config.ts';
import { json } from '../print/json.ts';

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
      out.write(
        `${out.colors.green('✓')} The settings are right; their file is ${folders.configFile}.\n`,
      );
    }
  }
  return problems.length === 0 ? 0 : exitCodes.failed;
}
