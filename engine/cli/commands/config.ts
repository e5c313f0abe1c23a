import type { Command } from 'commander';
import type { Cli, SettingOptions } from '../cli.ts';
import { examples, jsonOption, setOption } from './options.ts';
import type { ConfigOptions } from '../actions/check-config.ts';
import type { ConfigShowOptions } from '../actions/show-config.ts';

export function addConfig(program: Command, cli: Cli): void {
  const config = program
    .command('config')
    .description('Look at the settings: what holds, where it comes from, and what could be set.')
    .addHelpText(
      'after',
      examples(
        ['dagwright config show --sources', 'every setting, and where it comes from'],
        ['dagwright config check', 'whether config.yaml and the variables are right'],
        ['dagwright config keys auth', 'what can be set about authentication'],
        ['$EDITOR "$(dagwright config path)"', 'change it'],
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
    .description('Print the settings as they hold, secrets only as `[set]`.')
    .argument('[key]', 'a key, or a group such as auth')
    .option('--sources', 'say where each value comes from')
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
    .description('Say what is wrong with the settings. The exit code is 1 when something is.')
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
    .description('Print where config.yaml is, whether it exists or not.')
    .action(async (_options, command: Command) => {
      const { showConfigPath } = await import('../actions/show-config.ts');
      showConfigPath(cli, command.optsWithGlobals<SettingOptions>());
    });
}

function addKeys(config: Command, cli: Cli): void {
  config
    .command('keys')
    .description('List every key with its variable, its default and what it does.')
    .argument('[key]', 'a key, or a group such as auth')
    .addOption(jsonOption())
    .action(async (key: string | undefined, _options, command: Command) => {
      const { listConfigKeys } = await import('../actions/list-config-keys.ts');
      listConfigKeys(cli, key, command.optsWithGlobals<ConfigOptions>());
    });
}
