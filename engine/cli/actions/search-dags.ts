import type { Format } from '../commands/options.ts';
import { askEngine } from '../ask-engine.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { exitCodes } from '../cli-error.ts';
import { json } from '../print/json.ts';
import { searchText } from '../print/search-text.ts';

export interface SearchOptions extends GlobalOptions {
  readonly format: Format;
}

/** Shows where a text stands in the definitions, and returns the exit code: that of `grep`. */
export async function searchDags(cli: Cli, q: string, options: SearchOptions): Promise<number> {
  const found = await askEngine(cli, options, (client) => client.call('dags.search', { q }));
  if (options.format === 'json') cli.out.write(json(found));
  else {
    cli.out.write(searchText(found.results, cli.out));
    for (const error of found.errors) cli.err.write(`Cannot search ${error}\n`);
  }
  return found.results.length > 0 ? 0 : exitCodes.failed;
}
