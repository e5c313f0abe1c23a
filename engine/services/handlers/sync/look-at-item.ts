import type { OperationInput, OperationOutput } from '../../../contract/operations.ts';
import type { SyncDiff } from '../../../contract/sync.ts';
import type { Room } from '../../../sync/git-sync.ts';
import { isoTime } from '../../../lib/clock.ts';
import type { GitCommit } from '../../../sync/git-process/git.ts';
import type { SyncItem } from '../../../sync/items.ts';
import type { ItemTexts } from '../../../sync/item-texts.ts';
import { compareTexts } from '../../compare-texts.ts';
import type { EngineServices } from '../../engine-services.ts';
import { shownState } from './present-status.ts';

/** The texts of an item on both sides, and what both had last. */
export async function diffItem(services: EngineServices, itemId: string): Promise<SyncDiff> {
  const { gitSync, db } = services;
  requireOnOrReview(services, itemId);
  return gitSync.look(async (room) =>
    diffOf(services, room, await room.requireItem({ db, files: room.files }, itemId)),
  );
}

/**
 * What a pull has left waiting can be looked at and accepted while Git Sync is off.
 *
 * @throws EngineError `service_unavailable` for everything else.
 */
export function requireOnOrReview({ gitSync }: EngineServices, itemId: string): void {
  if (!gitSync.isUnderReview(itemId)) gitSync.requireOn();
}

/** Of the texts of one answer, which has at most 16 MiB. */
const MAX_LETTERS = 1024 * 1024;

function lettersOf({
  localContent,
  remoteContent,
  baseContent,
  acceptedContent,
  reviewContent,
}: SyncDiff): number {
  const texts = [localContent, remoteContent, baseContent, acceptedContent, reviewContent];
  return texts.reduce((sum, text = '') => sum + text.length, 0);
}

/** The same of all items that somebody has to look at. */
export async function diffItems(
  services: EngineServices,
  { limit, after = '' }: OperationInput<'sync.diffAll'>,
): Promise<OperationOutput<'sync.diffAll'>> {
  const { gitSync, db } = services;
  gitSync.requireOn();
  return gitSync.look(async (room) => {
    const all = await room.knownItems(db, room.files);
    const open = all
      .filter(({ state, isUnderReview }) => state !== 'synced' || isUnderReview)
      .toSorted(byId)
      .filter(({ itemId }) => itemId > after);
    const items: SyncDiff[] = [];
    let letters = 0;
    for (const item of open.slice(0, limit)) {
      const diff = await diffOf(services, room, item);
      items.push(diff);
      letters += lettersOf(diff);
      if (letters > MAX_LETTERS) break;
    }
    return { items, hasMore: open.length > items.length };
  });
}

const byId = (one: SyncItem, other: SyncItem): number => (one.itemId < other.itemId ? -1 : 1);

async function diffOf(services: EngineServices, room: Room, item: SyncItem): Promise<SyncDiff> {
  const { settings } = services.gitSync;
  const { itemId, sides, local } = item;
  const texts = await room.textsOf(item, services.gitSync);
  const theirs = await room.lastChange(item, settings);
  const trust = item.isUnderReview ? 'review' : 'accepted';
  return {
    itemId,
    filePath: item.filePath,
    status: shownState(item),
    trust,
    localHash: local?.hash ?? '',
    ...texts,
    ...(item.kind === 'dag' && (await meaningOf(services, { item, texts, trust }))),
    remoteCommit: sides.remote === null ? '' : (theirs?.oid ?? ''),
    remoteAuthor: sides.remote === null ? '' : (theirs?.author.name ?? ''),
    remoteMessage: sides.remote === null ? '' : (theirs?.message.trim() ?? ''),
  };
}

interface Looked {
  readonly item: SyncItem;
  readonly texts: ItemTexts;
  readonly trust: SyncDiff['trust'];
}

/** What the text here means for the remote, and for whoever accepts it. */
async function meaningOf(
  services: EngineServices,
  { item, texts, trust }: Looked,
): Promise<Pick<SyncDiff, 'changes' | 'reviewChanges'>> {
  const { localContent: after = null, remoteContent: remote = null } = texts;
  if (trust === 'review') return reviewed(services, item, texts);
  const isRead = (item.local === null) === (after === null);
  // A file that is there and cannot be read is not one that is gone.
  if (!isRead || (item.sides.remote === null) !== (remote === null)) return {};
  return {
    changes: await compareTexts(services, { itemId: item.itemId, before: remote, after }),
  };
}

/** What the text that waits means against the one that was accepted. */
async function reviewed(
  services: EngineServices,
  { itemId, sides }: SyncItem,
  { acceptedContent, reviewContent }: ItemTexts,
): Promise<Pick<SyncDiff, 'reviewChanges'>> {
  const [before, after] = [acceptedContent ?? null, reviewContent ?? null];
  if (after === null || (sides.base === null) !== (before === null)) return {};
  return { reviewChanges: await compareTexts(services, { itemId, before, after }) };
}

/** Who changed an item on the remote, and when. */
export async function logItem(
  { gitSync, db }: EngineServices,
  { itemId, limit, before }: OperationInput<'sync.log'>,
): Promise<OperationOutput<'sync.log'>> {
  gitSync.requireOn();
  return gitSync.look(async (room) => {
    const item = await room.requireItem({ db, files: room.files }, itemId);
    const page = before === undefined ? { limit } : { limit, before };
    const commits = await room.log(item, gitSync.settings, page);
    return { commits: commits.map(presentCommit) };
  });
}

/** The text of an item at a commit. */
export async function itemAt(
  { gitSync, db }: EngineServices,
  { itemId, commit }: OperationInput<'sync.textAt'>,
): Promise<OperationOutput<'sync.textAt'>> {
  gitSync.requireOn();
  return gitSync.look(async (room) => {
    const item = await room.requireItem({ db, files: room.files }, itemId);
    const content = await room.textAt(item, gitSync.settings, commit);
    return { commit, filePath: item.filePath, ...(content !== null && { content }) };
  });
}

function presentCommit({ oid, author, message, at }: GitCommit) {
  const { name, email } = author;
  return { commit: oid, author: name, email, message: message.trim(), committedAt: isoTime(at) };
}
