import type { Command } from 'commander';
import type { Cli, SettingOptions } from '../cli.ts';
import { examples, jsonOption, setOption } from './options.ts';
import type { ConfigOptions } from '../actions/check-config.ts';
import type { ConfigShowOptions } from '../actions/show-config.ts';

export function addConfig(program: Command, cli: Cli): void {
  const config = program
    .command('config')
    .description(
      'Show and check the settings: their values, their sources, and all available keys.',
    )
    .addHelpText(
      'after',
      examples(
        ['dagwright config show --sources', 'all settings, with the source of each'],
        ['dagwright config check', 'check config.yaml and the environment variables'],
        ['dagwright config keys auth', 'all settings of authentication'],
        ['$EDITOR "$(dagwright config path)"', 'edit config.yaml'],
      ),
    );
  addShow(config, cli);
  addCheck(config, cli);
  addPath(config, cli);
  addKeys(config, cli);
}

function addShow(config: Command, cli: Cli): void {
  config
    .command('show')
    .description('Print the settings in effect, with secrets as `[set]`.')
    .argument('[key]', 'a key, or a group such as auth')
    .option('--sources', 'show the source of each value')
    .addOption(setOption())
    .addOption(jsonOption())
    .action(async (key: string | undefined, _options, command: Command) => {
      const { showConfig } = await import('../actions/show-config.ts');
      showConfig(cli, key, command.optsWithGlobals<ConfigShowOptions>());
    });
}

function addCheck(config: Command, cli: Cli): void {
  config
    .command('check')
    .description('Check the settings. The exit code is 1 when one is invalid.')
    .addOption(setOption())
    .addOption(jsonOption())
    .action(async (_options, command: Command) => {
      const { checkConfig } = await import('../actions/check-config.ts');
      cli.setExitCode(checkConfig(cli, command.optsWithGlobals<ConfigOptions>()));
    });
}

function addPath(config: Command, cli: Cli): void {
  config
    .command('path')
    .description('Print the path of config.yaml, even if it does not exist.')
    .action(async (_options, command: Command) => {
      const { showConfigPath } = await import('../actions/show-config.ts');
      showConfigPath(cli, command.optsWithGlobals<SettingOptions>());
    });
}

function addKeys(config: Command, cli: Cli): void {
  config
    .command('keys')
    .description('List all keys with their environment variable, default and description.')
    .argument('[key]', 'a key, or a group such as auth')
    .addOption(jsonOption())
    .action(async (key: string | undefined, _options, command: Command) => {
      const { listConfigKeys } = await import('../actions/list-config-keys.ts');
      listConfigKeys(cli, key, command.optsWithGlobals<ConfigOptions>());
    });
}
