import { askEngine } from '../ask-engine.ts';
import { exitCodes, type Cli } from '../cli.ts';
import type { SearchOptions } from '../commands/search.ts';
import { json } from '../print/json.ts';
import { searchText } from '../print/search-text.ts';

/** Shows where a text stands in the definitions, and returns the exit code: that of `grep`. */
export async function searchDags(cli: Cli, q: string, options: SearchOptions): Promise<number> {
  const found = await askEngine(cli, options, (client) => client.call('dags.search', { q }));
  if (options.format === 'json') cli.out.write(json(found));
  else {
    cli.out.write(searchText(found.results, cli.out));
    for (const error of found.errors) cli.err.write(`Not searched: ${error}\n`);
  }
  return found.results.length > 0 ? 0 : exitCodes.failed;
}
