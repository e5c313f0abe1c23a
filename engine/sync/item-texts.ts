import type { Git } from './git-process/git.ts';
import type { SyncItem } from './items.ts';
import { contentHash, type LocalFiles } from './local-files.ts';
import { MAX_ITEM_BYTES } from './plan/remote-tree.ts';
import { mustBeAccepted, textToAccept } from './review.ts';
import type { SyncContext } from './sync-context.ts';

/** The texts of an item; one that a side has not is left out. */
export interface ItemTexts extends ReviewTexts {
  readonly localContent?: string;
  readonly remoteContent?: string;
  readonly baseContent?: string;
}

interface ReviewTexts {
  /** The text that was accepted last, where another one waits. */
  readonly acceptedContent?: string;
  /** The text of the remote that can be accepted. */
  readonly reviewContent?: string;
  /** SHA-256 of it; empty for none. */
  readonly reviewHash: string;
}

/** By what is decided whether a text must be accepted. */
export type Trust = Pick<SyncContext, 'needsReview' | 'settings'>;

/** All texts of an item, with that which waits to be accepted. */
export async function itemTexts(
  { git, files }: { readonly git: Pick<Git, 'read'>; readonly files: LocalFiles },
  item: SyncItem,
  trust: Trust,
): Promise<ItemTexts> {
  const { local } = item;
  const { base, remote } = item.sides;
  const wanted = [base, remote, textToAccept(item)].filter((oid) => oid !== null);
  const contents =
    wanted.length === 0 ? none : await git.read([...new Set(wanted)], MAX_ITEM_BYTES);
  const isReadable = local !== null && local.problem === '';
  return {
    ...given({
      localContent: isReadable ? textOf(files.read(local.path).bytes) : undefined,
      remoteContent: textOf(contents.get(remote ?? '')),
      baseContent: textOf(contents.get(base ?? '')),
    }),
    ...reviewTexts(item, contents, trust),
  };
}

function reviewTexts(item: SyncItem, contents: Contents, trust: Trust): ReviewTexts {
  const oid = textToAccept(item);
  const bytes = contents.get(oid ?? '');
  const reviewHash = bytes === undefined ? '' : contentHash(bytes);
  if (bytes === undefined || !mustBeAccepted(trust, item.row, reviewHash))
    return { reviewHash: '' };
  const { base } = item.sides;
  // An earlier version has put what waits into the folder.
  const accepted = base === oid ? undefined : contents.get(base ?? '');
  return {
    reviewHash,
    ...given({ acceptedContent: textOf(accepted), reviewContent: textOf(bytes) }),
  };
}

type Contents = ReadonlyMap<string, Uint8Array>;

const none: Contents = new Map();

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}

function given(
  texts: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const there = Object.entries(texts).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(there);
}
