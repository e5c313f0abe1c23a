import { useStore } from 'zustand';
import type { SyncItem } from '#contract/sync.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { waitingHash, type ItemStore } from './item-store.ts';
import type { SyncStore } from './sync-store.ts';
import { texts } from './texts.ts';

interface ItemBandProps {
  readonly store: SyncStore;
  readonly item: SyncItem;
  readonly itemStore: ItemStore;
  readonly isBusy: boolean;
}

/** What an item waits for, with the one thing to do: a text that a pull brought, a conflict, a file that is gone. */
export function ItemBand({ store, item, itemStore, isBusy }: ItemBandProps) {
  const hash = useStore(itemStore, waitingHash);
  const refusal = useRefusal()('sync.accept');
  const isWaiting = hash !== '' || item.trust === 'review';
  const words = wordsOf(item, isWaiting);
  if (words === undefined) return null;
  return (
    <div className="git-band" role="note">
      <Icon name={item.status === 'conflict' || item.problem !== '' ? 'warning' : 'waiting'} />
      <span className="grow">{words}</span>
      {isWaiting && (
        <span title={refusal}>
          <Button
            look="primary"
            size="small"
            icon="tick"
            isDisabled={hash === '' || isBusy || refusal !== undefined}
            onPress={() => void store.getState().accept(item.itemId, hash)}
          >
            {item.status === 'conflict' ? texts.item.acceptTheirs : texts.item.accept}
          </Button>
        </span>
      )}
    </div>
  );
}

function wordsOf(item: SyncItem, isWaiting: boolean): string | undefined {
  const { status, problem, remoteAuthor, remoteCommit } = item;
  if (status === 'conflict') {
    if (isWaiting) return texts.item.conflictReview;
    return remoteCommit === ''
      ? texts.item.conflictUnnamed
      : texts.item.conflict(remoteAuthor, remoteCommit);
  }
  if (isWaiting) return texts.item.review;
  if (status === 'missing') return texts.item.missing;
  return problem === '' ? undefined : problem;
}
