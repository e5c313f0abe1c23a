import { useState } from 'react';
import type { SyncItem, SyncStatus } from '#contract/sync.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { Button } from '../../components/Button.tsx';
import { Coded } from '../../components/Coded.tsx';
import { MoreMenu } from '../../components/MoreMenu.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { paths } from '../../lib/paths.ts';
import { dagOf } from './items.ts';
import type { SyncStore } from './sync-store.ts';
import { texts } from './texts.ts';

interface ItemActionsProps {
  readonly store: SyncStore;
  readonly status: SyncStatus;
  readonly item: SyncItem;
  readonly isBusy: boolean;
  /** Their text must be accepted before it comes here. */
  readonly isTheirsWaiting: boolean;
  readonly onMerge: () => void;
}

type Question = 'discard' | 'take' | 'keep' | 'forget';

/** What can be done about an item. What replaces a text asks first, and says what becomes of it. */
export function ItemActions(props: ItemActionsProps) {
  const { store, status, item, isBusy, isTheirsWaiting, onMerge } = props;
  const [asking, setAsking] = useState<Question>();
  const navigation = useNavigation();
  const refusal = useRefusal()('sync.discard');
  const isOff = isBusy || status.readOnly || refusal !== undefined;
  const dag = dagOf(item);
  const { discard, forget, publish, publishOver } = store.getState();
  const { itemId, status: state } = item;
  const answers: Readonly<Record<Question, () => Promise<unknown>>> = {
    discard: () => discard(itemId),
    take: () => discard(itemId),
    keep: () => publishOver(itemId),
    forget: () => forget(itemId),
  };
  return (
    <div className="row item-actions" title={refusal}>
      {state === 'conflict' && (
        <>
          <Button size="small" isDisabled={isOff || isTheirsWaiting} onPress={onMerge}>
            {texts.item.merge}
          </Button>
          <Button
            size="small"
            isDisabled={isOff || isTheirsWaiting}
            onPress={() => setAsking('take')}
          >
            {texts.item.takeTheirs}
          </Button>
          <Button size="small" isDisabled={isOff} onPress={() => setAsking('keep')}>
            {texts.item.keepMine}
          </Button>
        </>
      )}
      {state === 'modified' && (
        <Button size="small" isDisabled={isOff} onPress={() => setAsking('discard')}>
          {texts.item.discard}
        </Button>
      )}
      {state === 'missing' && (
        <>
          <Button size="small" isDisabled={isOff} onPress={() => void discard(itemId)}>
            {texts.item.restore}
          </Button>
          <Button size="small" isDisabled={isOff} onPress={() => void publish([itemId], '')}>
            {texts.item.publishDeletion}
          </Button>
        </>
      )}
      <MoreMenu
        label={texts.item.more(itemId)}
        commands={[
          {
            id: 'open',
            label: texts.item.open,
            icon: 'dags',
            isDisabled: dag === undefined,
            run: () => navigation.go(paths.dag(dag ?? '')),
          },
          {
            id: 'forget',
            label: texts.item.forget,
            icon: 'trash',
            isDisabled: isOff || state === 'untracked',
            run: () => setAsking('forget'),
          },
        ]}
      />
      {asking && (
        <Ask
          question={asking}
          item={item}
          branch={status.branch ?? ''}
          onConfirm={() => {
            setAsking(undefined);
            void answers[asking]();
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  );
}

interface AskProps {
  readonly question: Question;
  readonly item: SyncItem;
  readonly branch: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function Ask({ question, item, branch, onConfirm, onClose }: AskProps) {
  const { title, confirm } = texts[question];
  const body =
    question === 'keep'
      ? texts.keep.body(branch)
      : question === 'forget'
        ? texts.forget.body
        : texts.discard.body;
  return (
    <AskDialog
      title={title(item.itemId)}
      verb={confirm}
      isDanger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <Coded text={body} />
      </p>
    </AskDialog>
  );
}
