import type { EngineClient } from '../../contract/client.ts';
import type { SyncDiff } from '../../contract/sync.ts';
import type { Cli } from '../cli.ts';
import { json } from '../print/json.ts';
import { syncDiffText } from '../print/sync-diff.ts';
import { syncLogText } from '../print/sync-text.ts';
import { report } from '../say.ts';
import { askSync } from './ask-sync.ts';
import type { SyncOptions } from './sync.ts';

export interface LogOptions extends SyncOptions {
  readonly limit: number;
}

/**
 * Prints how an item differs from the remote.
 *
 * @param itemId Undefined: all items that differ.
 */
export async function showSyncDiff(
  cli: Cli,
  itemId: string | undefined,
  options: SyncOptions,
): Promise<void> {
  if (itemId === undefined) return showAllDiffs(cli, options);
  const diff = await askSync(cli, options, (client) => client.call('sync.diff', { itemId }));
  cli.out.write(options.format === 'json' ? json(diff) : syncDiffText(diff, cli.out));
}

async function showAllDiffs(cli: Cli, options: SyncOptions): Promise<void> {
  const diffs = await askSync(cli, options, allDiffs);
  if (options.format === 'json') return cli.out.write(json(diffs));
  const text = diffs.map((diff) => syncDiffText(diff, cli.out)).join('\n');
  cli.out.write(text === '' ? 'Nothing differs.\n' : text);
}

async function allDiffs(client: EngineClient): Promise<readonly SyncDiff[]> {
  const diffs: SyncDiff[] = [];
  for (;;) {
    const after = diffs.at(-1)?.itemId;
    const page = await client.call('sync.diffAll', after === undefined ? {} : { after });
    diffs.push(...page.items);
    if (!page.hasMore) return diffs;
  }
}

/** Prints the newest commits of an item, `limit` of them. */
export async function showSyncLog(cli: Cli, itemId: string, options: LogOptions): Promise<void> {
  const { limit, format } = options;
  const { commits } = await askSync(cli, options, (client) =>
    client.call('sync.log', { itemId, limit }),
  );
  cli.out.write(format === 'json' ? json(commits) : syncLogText(commits, cli.out));
}

interface ItemChange {
  readonly change: 'discard' | 'forget';
  readonly item: string;
  readonly options: SyncOptions;
}

/** Discards or forgets an item, and prints what became of it. */
export async function changeItem(cli: Cli, { change, item, options }: ItemChange): Promise<void> {
  const answer = await askSync(cli, options, (client) =>
    client.call(`sync.${change}`, { itemId: item }),
  );
  report(cli, options.format, { answer, words: answer.message });
}
