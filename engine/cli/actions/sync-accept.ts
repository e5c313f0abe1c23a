import type { SyncDiff } from '../../contract/sync.ts';
import type { Cli } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { syncDiffText } from '../print/sync-diff.ts';
import { report, say } from '../say.ts';
import { askSync } from './ask-sync.ts';
import type { SyncOptions } from './sync.ts';

export interface AcceptOptions extends SyncOptions {
  /** SHA-256 of the text that was looked at; undefined: it is shown now, and a person says yes. */
  readonly hash: string | undefined;
}

/** Accepts the text of an item that somebody has looked at. */
export async function acceptItem(cli: Cli, itemId: string, options: AcceptOptions): Promise<void> {
  const hash = options.hash ?? (await shownHash(cli, itemId, options));
  if (hash === null) return say(cli, 'Canceled. Nothing was accepted.');
  const answer = await askSync(cli, options, (client) =>
    client.call('sync.accept', { itemId, hash }),
  );
  report(cli, options.format, { answer, words: answer.message });
}

/** Null: a person has looked at the text, and does not accept it. */
async function shownHash(cli: Cli, itemId: string, options: SyncOptions): Promise<string | null> {
  const diff = await askSync(cli, options, (client) => client.call('sync.diff', { itemId }));
  if (diff.reviewHash === '') throw new CliError(`No text of ${itemId} waits to be accepted.`);
  if (cli.confirm === null) throw unseen(diff);
  cli.out.write(syncDiffText(diff, cli.out));
  return (await cli.confirm(`Accept this text of ${itemId}?`)) ? diff.reviewHash : null;
}

/** What nobody has seen is not accepted: a script names the text. */
function unseen({ itemId }: SyncDiff): CliError {
  return new CliError(`Name the text of ${itemId} that you looked at, by its hash.`, {
    hint: `Look at it: dagwright sync diff ${itemId}`,
  });
}
