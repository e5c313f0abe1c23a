import type { Cli } from '../cli.ts';
import { CliError, exitCodes } from '../cli-error.ts';
import { json } from '../print/json.ts';
import { mergeText } from '../print/merge-text.ts';
import { readText } from '../read-text.ts';
import { remark, report } from '../say.ts';
import { askSync } from './ask-sync.ts';
import type { SyncOptions } from './sync.ts';

export interface ResolveOptions extends SyncOptions {
  readonly merged: string;
  readonly theirs?: string;
}

/** Prints a merge with the marks of Git. Returns the exit code: 1 where something is to be decided, as `git merge-file` does. */
export async function showMerge(cli: Cli, itemId: string, options: SyncOptions): Promise<number> {
  const merge = await askSync(cli, options, (client) => client.call('sync.merge', { itemId }));
  const open = merge.pieces.filter(({ kind }) => kind === 'conflict').length;
  cli.out.write(options.format === 'json' ? json(merge) : mergeText(merge));
  const theirs = merge.remoteHash === '' ? '' : ` --theirs ${merge.remoteHash.slice(0, 12)}`;
  const next = `dagwright sync resolve ${itemId} --merged FILE${theirs}`;
  remark(cli, `${open === 1 ? '1 conflict' : `${open} conflicts`}. Save the merged text: ${next}`);
  return open > 0 ? exitCodes.failed : 0;
}

/** Ends a conflict with a merged text, unless the remote is another by now than `theirs` says. */
export async function resolveItem(
  cli: Cli,
  itemId: string,
  options: ResolveOptions,
): Promise<void> {
  const content = await readText(options.merged);
  const answer = await askSync(cli, options, async (client) => {
    const { localHash, remoteHash } = await client.call('sync.merge', { itemId });
    if (!remoteHash.startsWith(options.theirs ?? '')) throw movedOn(itemId);
    return client.call('sync.resolve', { itemId, content, localHash, remoteHash });
  });
  report(cli, options.format, { answer, words: answer.message });
}

function movedOn(itemId: string): CliError {
  const hint = `Merge again: dagwright sync merge ${itemId}`;
  return new CliError(`The text of ${itemId} on the remote changed since you merged it.`, {
    hint,
  });
}
