import { useStore } from 'zustand';
import type { SyncItem } from '#contract/sync.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { ItemStore } from './item-store.ts';
import type { SyncStore } from './sync-store.ts';
import { texts } from './texts.ts';

interface ItemBandProps {
  readonly store: SyncStore;
  readonly item: SyncItem;
  readonly itemStore: ItemStore;
  readonly isBusy: boolean;
}

/** What an item waits for, with the one thing to do: a DAG that a pull brought, a conflict, a file that is gone. */
export function ItemBand({ store, item, itemStore, isBusy }: ItemBandProps) {
  const hash = useStore(itemStore, ({ diff }) => diff?.localHash);
  const refusal = useRefusal()('sync.accept');
  const words = wordsOf(item);
  if (words === undefined) return null;
  return (
    <div className="git-band" role="note">
      <Icon name={item.status === 'conflict' ? 'warning' : 'waiting'} />
      <span className="grow">{words}</span>
      {item.trust === 'review' && (
        <span title={refusal}>
          <Button
            look="primary"
            size="small"
            icon="tick"
            isDisabled={hash === undefined || isBusy || refusal !== undefined}
            onPress={() => void store.getState().accept(item.itemId, hash ?? '')}
          >
            {texts.item.accept}
          </Button>
        </span>
      )}
    </div>
  );
}

function wordsOf({ status, trust, remoteAuthor, remoteCommit }: SyncItem): string | undefined {
  if (status === 'conflict') {
    return remoteCommit === ''
      ? texts.item.conflictUnnamed
      : texts.item.conflict(remoteAuthor, remoteCommit);
  }
  if (status === 'missing') return texts.item.missing;
  return trust === 'review' ? texts.item.review : undefined;
}
