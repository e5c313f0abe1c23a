import { join } from 'node:path';
import { askService, type Way } from './ask-service.ts';
import { GitError, type SyncProgress } from './git.ts';
import { indexPack } from './index-pack.ts';
import { keepPack } from './keep-pack.ts';
import { FLUSH, line, linesAsTheyCome } from './pkt-line.ts';
import { remoteWords } from './remote-words.ts';
import type { Store } from './store.ts';

const SERVICE = 'git-upload-pack';
/** Without `thin-pack` a pack stands by itself; without `multi_ack` one line answers what is here. */
const WISHES = 'side-band-64k ofs-delta agent=dagwright';

interface Wanted {
  readonly commit: string;
  /** What is here, with all below it. */
  readonly known: string | null;
  readonly progress: (progress: SyncProgress) => void;
}

/**
 * Brings a commit here with all that is below it (gitprotocol-pack(5), "Packfile Negotiation"). The library needs the remote
 * to have its default branch for it, and holds a pack in memory three times.
 */
export async function fetchPack(store: Store, way: Way, wanted: Wanted): Promise<void> {
  const { commit, known, progress } = wanted;
  const here = known === null ? '' : line(`have ${known}\n`);
  const request = `${line(`want ${commit} ${WISHES}\n`)}${FLUSH}${here}${line('done\n')}`;
  const answer = await askService(way, SERVICE, Buffer.from(request));
  const folder = join(store.place.gitdir, 'objects', 'pack');
  const pack = await keepPack(folder, packOf(answer, progress));
  if (pack !== null) await indexPack(store, pack, progress);
}

async function* packOf(
  answer: AsyncIterable<Uint8Array>,
  progress: Wanted['progress'],
): AsyncGenerator<Buffer> {
  for await (const packet of linesAsTheyCome(answer)) {
    const rest = packet.subarray(1);
    if (packet[0] === 1) yield rest;
    else if (packet[0] === 2) report(rest.toString(), progress);
    else if (packet[0] === 3) throw refused(rest.toString());
    else if (packet.toString('latin1', 0, 4) === 'ERR ') throw refused(packet.toString().slice(4));
  }
}

/** Such as `Counting objects:  50% (1/2)`. */
function report(words: string, progress: Wanted['progress']): void {
  const found = [...words.matchAll(/([A-Z][a-z ]+):\s+\d+% \((\d+)\/(\d+)\)/g)].at(-1);
  if (found === undefined) return;
  const [, phase = '', done, total] = found;
  progress({ phase, done: Number(done), total: Number(total) });
}

function refused(words: string): GitError {
  return new GitError('refused', `The remote does not send the branch: ${remoteWords(words)}`);
}
