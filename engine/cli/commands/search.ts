import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';
import type { SearchOptions } from '../actions/search-dags.ts';

export function addSearch(program: Command, cli: Cli): void {
  program
    .command('search')
    .description('Find a text in the definitions. Exits with 1 when there is none.')
    .argument('<text>', 'the text, in any case of its letters')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(['dagwright search pg_dump', 'which DAGs make a dump, and where']),
    )
    .action(async (text: string, _options, command: Command) => {
      const { searchDags } = await import('../actions/search-dags.ts');
      const options = command.optsWithGlobals<SearchOptions>();
      cli.setExitCode(await searchDags(cli, text, options));
    });
}
