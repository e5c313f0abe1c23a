import { askEngine } from '../ask-engine.ts';
import type { Cli } from '../cli.ts';
import { json } from '../print/json.ts';
import { syncDiffText } from '../print/sync-diff.ts';
import { syncLogText } from '../print/sync-text.ts';
import { report } from '../say.ts';
import type { SyncOptions } from './sync.ts';

export interface LogOptions extends SyncOptions {
  readonly limit: number;
}

export async function showSyncDiff(cli: Cli, itemId: string, options: SyncOptions): Promise<void> {
  const diff = await askEngine(cli, options, (client) => client.call('sync.diff', { itemId }));
  cli.out.write(options.format === 'json' ? json(diff) : syncDiffText(diff, cli.out));
}

export async function showSyncLog(cli: Cli, itemId: string, options: LogOptions): Promise<void> {
  const { limit, format } = options;
  const { commits } = await askEngine(cli, options, (client) =>
    client.call('sync.log', { itemId, limit }),
  );
  cli.out.write(format === 'json' ? json(commits) : syncLogText(commits, cli.out));
}

interface ItemChange {
  readonly change: 'discard' | 'forget' | 'accept';
  readonly item: string;
  readonly options: SyncOptions;
}

export async function changeItem(cli: Cli, { change, item, options }: ItemChange): Promise<void> {
  const answer = await askEngine(cli, options, (client) =>
    client.call(`sync.${change}`, { itemId: item }),
  );
  report(cli, options.format, { answer, words: answer.message });
}
