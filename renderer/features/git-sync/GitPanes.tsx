import { useRef } from 'react';
import { useStore } from 'zustand';
import type { SyncItem, SyncStatus } from '#contract/sync.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { ChangeList } from './ChangeList.tsx';
import { GitHeader } from './GitHeader.tsx';
import { ItemPane } from './ItemPane.tsx';
import { OutcomeNote } from './OutcomeNote.tsx';
import { PublishForm } from './PublishForm.tsx';
import { chosenItems, type SyncStore } from './sync-store.ts';
import { texts } from './texts.ts';
import { usePublishAsked } from './use-publish-asked.ts';

interface GitPanesProps {
  readonly store: SyncStore;
  readonly status: SyncStatus;
  readonly item: SyncItem | undefined;
  readonly onPull: () => void;
  readonly onConnect: () => void;
  readonly onKept: () => void;
}

/** The page of a repository that is connected: the changes, and the item that is looked at. */
export function GitPanes({ store, status, item, onPull, onConnect, onKept }: GitPanesProps) {
  const state = useStore(store);
  const { phase, message, problem, outcome, ticks, activity } = state;
  const isBusy = activity.activity !== '' || status.activity !== '';
  const chosen = chosenItems(state).map((each) => each.itemId);
  const form = useRef<HTMLFormElement>(null);
  usePublishAsked(store, item, form);
  return (
    <div className="git-page">
      <section className="git-changes" aria-label={texts.list.label}>
        <GitHeader
          status={status}
          activity={activity}
          isBusy={isBusy}
          onPull={onPull}
          onConnect={onConnect}
          onKept={onKept}
        />
        <ChangeList status={status} selected={item?.itemId} ticks={ticks} onChoose={state.choose} />
        <PublishForm
          status={status}
          chosen={chosen}
          draft={state}
          onWrite={state.write}
          isBusy={isBusy}
          formRef={form}
          onPublish={() => void state.publishChosen()}
        />
      </section>
      <section className="git-item" aria-label={item?.filePath ?? texts.item.none}>
        {phase === 'failed' && <ErrorNote message={message} onRetry={() => void state.refresh()} />}
        {problem && <ErrorNote message={problem} onDismiss={state.dismiss} />}
        {status.lastError !== '' && problem === undefined && (
          <ErrorNote message={status.lastError} />
        )}
        {outcome && (
          <OutcomeNote outcome={outcome} branch={status.branch ?? ''} onDismiss={state.dismiss} />
        )}
        {item ? (
          <ItemPane key={item.itemId} store={store} status={status} item={item} isBusy={isBusy} />
        ) : (
          <p className="secondary pane-note">{texts.item.none}</p>
        )}
      </section>
    </div>
  );
}
