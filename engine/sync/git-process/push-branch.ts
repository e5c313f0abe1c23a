import git from 'isomorphic-git';
import { askService, type Way } from './ask-service.ts';
import { whole } from './git-requests.ts';
import { GitError, type BranchMove } from './git.ts';
import { FLUSH, line, linesOf, sideBands } from './pkt-line.ts';
import { branchRef, lookAtBranch } from './remote-branch.ts';
import { remoteWords } from './remote-words.ts';
import type { Store } from './store.ts';
import { newObjects, treeAt } from './trees.ts';
import { packOf } from './write-pack.ts';

const NONE = '0'.repeat(40);

/**
 * Has the branch go to a commit, if it is where it is expected; the other side looks once more when it does it
 * (gitprotocol-pack(5), "Pushing data to a server"). The library would walk all of the history for what it sends, and gives
 * up where any name in it is odd.
 */
export async function pushBranch(
  store: Store,
  way: Way,
  move: BranchMove,
): Promise<'pushed' | 'moved'> {
  const ref = branchRef(way.remote);
  const { head, can } = await lookAtBranch(way, { forPush: true });
  if (head !== move.expected) return 'moved';
  const hasBands = can('side-band-64k');
  const wishes = ['report-status', ...(hasBands ? ['side-band-64k'] : []), 'agent=dagwright'];
  const command = `${head ?? NONE} ${move.commit} ${ref}\0 ${wishes.join(' ')}\n`;
  const body = Buffer.concat([Buffer.from(line(command) + FLUSH), await packFor(store, move)]);
  const answer = await askService(way, 'git-receive-pack', body);
  readReport(await whole(answer), hasBands);
  await git.writeRef({ ...store.place, ref, value: move.commit, force: true });
  return 'pushed';
}

async function packFor(store: Store, { commit, expected }: BranchMove): Promise<Buffer> {
  const tree = treeAt(store, commit, '') ?? '';
  const before = expected === null ? null : treeAt(store, expected, '');
  const oids = new Set([commit]);
  for (const oid of newObjects(store, tree, before)) oids.add(oid);
  return whole(packOf(store, [...oids]));
}

/** @throws GitError `refused` in the words of the other side; `cut` where it did not finish. */
function readReport(bytes: Buffer, hasBands: boolean): void {
  const { data, words } = hasBands ? sideBands(bytes) : { data: bytes, words: '' };
  const report = linesOf(data).map((each) => each.toString().trim());
  const unpack = report.find((each) => each.startsWith('unpack '));
  const bad = report.find((each) => each.startsWith('ng '));
  if (unpack === 'unpack ok' && bad === undefined && report.some((each) => each.startsWith('ok ')))
    return;
  if (unpack === undefined) {
    throw new GitError(
      'cut',
      'The connection was cut before the remote said whether it took the push. The next sync finds out.',
    );
  }
  const reason = bad === undefined ? unpack : bad.replace(/^ng \S+ /, '');
  const said = remoteWords(`${words}\n(${reason})`);
  throw new GitError('refused', `The remote refused the push: ${said}`);
}
