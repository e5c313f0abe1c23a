import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import type { SearchOptions } from '../actions/search-dags.ts';

export function addSearch(program: Command, cli: Cli): void {
  program
    .command('search')
    .description('Search the definitions. The exit code is 1 when nothing is found.')
    .argument('<text>', 'text to find, ignoring case')
    .addOption(jsonOption())
    .addHelpText('after', examples(['dagwright search pg_dump', 'find all uses of pg_dump']))
    .action(async (text: string, _options, command: Command) => {
      const { searchDags } = await import('../actions/search-dags.ts');
      const options = command.optsWithGlobals<SearchOptions>();
      cli.setExitCode(await searchDags(cli, text, options));
    });
}
