import type { SyncResult, SyncStatus } from '../../contract/sync.ts';
import type { Format } from '../commands/options.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { CliError, exitCodes } from '../cli-error.ts';
import { json } from '../print/json.ts';
import { syncResultText, syncStatusText } from '../print/sync-text.ts';
import { askSync } from './ask-sync.ts';

export interface SyncOptions extends GlobalOptions {
  readonly format: Format;
}

export interface StatusOptions extends SyncOptions {
  readonly check?: boolean;
}

export interface PublishOptions extends SyncOptions {
  readonly all?: boolean;
  readonly message?: string;
  readonly force?: boolean;
}

/** Shows what differs. Returns the exit code: with `--check` 1 when anything is open. */
export async function showSyncStatus(cli: Cli, options: StatusOptions): Promise<number> {
  const status = await askSync(cli, options, (client) => client.call('sync.status', {}));
  cli.out.write(options.format === 'json' ? json(status) : syncStatusText(status, cli.out));
  return options.check === true && isOpen(status) ? exitCodes.failed : 0;
}

const isOpen = ({ summary, items }: SyncStatus): boolean =>
  summary !== 'synced' || items.some(({ trust }) => trust === 'review');

/** Returns the exit code: 1 when something has to be decided, or was left out. */
export async function pull(cli: Cli, options: SyncOptions): Promise<number> {
  return tell(cli, options, await askSync(cli, options, (client) => client.call('sync.pull', {})));
}

/** Publishes the items, or all. Returns the exit code. @throws CliError where the items and the options do not go together. */
export async function publish(
  cli: Cli,
  itemIds: readonly string[],
  options: PublishOptions,
): Promise<number> {
  const { all = false, message = '', force = false } = options;
  const [only] = itemIds;
  if (all === itemIds.length > 0) {
    throw new CliError('Name the items to publish, or use --all.');
  }
  if (force && itemIds.length !== 1) throw new CliError('--force takes one item.');
  const result = await askSync(cli, options, (client) =>
    only !== undefined && itemIds.length === 1
      ? client.call('sync.publish', { itemId: only, message, force })
      : client.call('sync.publishAll', { message, ...(all ? {} : { itemIds: [...itemIds] }) }),
  );
  return tell(cli, options, result);
}

function tell(cli: Cli, { format }: SyncOptions, result: SyncResult): number {
  if (format === 'json') cli.out.write(json(result));
  else cli.out.write(syncResultText(result, { out: cli.out, isQuiet: cli.isQuiet() }));
  return result.conflicts.length + result.errors.length > 0 ? exitCodes.failed : 0;
}
