import { debounced } from '../../lib/debounce.ts';
import type { Draft, Drafts } from '../../lib/drafts.ts';

/** What is known of the draft of one editor. */
export interface DraftPlace {
  /** Whether the draft outlives this page; otherwise leaving it loses the draft. */
  readonly isKept: boolean;
  /** What another window has typed and not saved since: it holds the place of the draft until somebody decides. */
  readonly otherDraft: Draft | undefined;
}

interface OwnDraftOptions {
  readonly drafts: Drafts;
  readonly fileName: string;
  /** What has to be kept now; undefined: nothing. */
  readonly current: () => Draft | undefined;
  readonly set: (place: Partial<DraftPlace>) => void;
}

const KEEP_AFTER_MS = 300;

/** The draft of one editor. Another window may edit the same DAG: what it has left is not written over unasked. */
export function ownDraft({ drafts, fileName, current, set }: OwnDraftOptions) {
  let known: Draft | undefined;
  let isBlocked = false;
  const isOwn = (draft: Draft) => draft.text === known?.text && draft.at === known.at;
  const tell = (isKept: boolean, otherDraft?: Draft): void => {
    isBlocked = otherDraft !== undefined;
    set({ isKept, otherDraft });
  };

  const read = (): Draft | undefined => {
    known = drafts.read(fileName);
    return known;
  };
  const drop = (): void => {
    const there = drafts.read(fileName);
    if (there !== undefined && isOwn(there)) drafts.drop(fileName);
    known = undefined;
    if (isBlocked) tell(true);
  };
  const keep = (): void => {
    const draft = current();
    if (draft === undefined) return drop();
    const there = drafts.read(fileName);
    if (there !== undefined && !isOwn(there) && there.text !== draft.text) {
      return tell(false, there);
    }
    const isKept = drafts.keep(fileName, draft);
    if (isKept) known = draft;
    tell(isKept);
  };
  const keepSoon = debounced(KEEP_AFTER_MS, keep);

  return {
    /** The draft that is there, which is that of this editor from now on. */
    read: () => {
      if (isBlocked) tell(true);
      return read();
    },
    drop,
    keep,
    keepSoon,
    /** Keeps at once what was typed, also where another window had the place, which it may have left by now. */
    keepNow: () => {
      if (keepSoon.cancel() || isBlocked) keep();
    },
    /** Keeps the draft in the place of that of another window. */
    keepMine: () => {
      read();
      keep();
    },
  };
}
