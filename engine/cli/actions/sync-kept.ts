import type { Cli } from '../cli.ts';
import { json } from '../print/json.ts';
import { keptText } from '../print/kept-text.ts';
import { report } from '../say.ts';
import { askSync } from './ask-sync.ts';
import type { SyncOptions } from './sync.ts';

/** Lists the copies that are kept, or prints the text of one. */
export async function showKept(
  cli: Cli,
  keptId: string | undefined,
  options: SyncOptions,
): Promise<void> {
  const isJson = options.format === 'json';
  if (keptId === undefined) {
    const { copies } = await askSync(cli, options, (client) => client.call('sync.kept', {}));
    cli.out.write(isJson ? json(copies) : keptText(copies, cli.out));
    return;
  }
  const copy = await askSync(cli, options, (client) => client.call('sync.keptCopy', { keptId }));
  cli.out.write(isJson ? json(copy) : copy.content);
}

/** Puts a kept copy back to where it was taken from. */
export async function restoreKept(cli: Cli, keptId: string, options: SyncOptions): Promise<void> {
  const answer = await askSync(cli, options, (client) => client.call('sync.restore', { keptId }));
  report(cli, options.format, { answer, words: answer.message });
}
