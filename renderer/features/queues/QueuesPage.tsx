import './queues.css';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { QueueItem } from '#contract/queue.ts';
import { useEngine } from '../../client/engine-context.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { LeaveQueueDialog } from '../../components/LeaveQueueDialog.tsx';
import { useToasts } from '../../components/toast-context.ts';
import { useNow } from '../../components/use-now.ts';
import { Clock } from '../../components/Clock.tsx';
import { QueueColumn } from './QueueColumn.tsx';
import { holdsRun } from './queue-order.ts';
import { canComeBack } from './dequeue.ts';
import { createQueuesStore } from './queues-store.ts';
import { QueuesEmptyState } from './QueuesEmptyState.tsx';
import { StopRunDialog } from './StopRunDialog.tsx';
import { texts } from './texts.ts';

/** A column for each queue: what runs, what waits and why. */
export function QueuesPage() {
  const engine = useEngine();
  const toasts = useToasts();
  const [store] = useState(() => createQueuesStore(engine, toasts));
  useEffect(() => store.getState().start(), [store]);
  const { phase, message, queues, problem, announcement, refresh, dismiss } = useStore(store);
  const [removing, setRemoving] = useState<QueueItem>();
  const [stopping, setStopping] = useState<QueueItem>();
  const now = useNow(1000);

  if (phase === 'ready' && queues.length === 0) return <QueuesEmptyState />;
  const running = queues.reduce((sum, queue) => sum + queue.runningCount, 0);
  const queued = queues.reduce((sum, queue) => sum + queue.queuedCount, 0);
  return (
    <>
      <header className="page-head">
        <h1 className="title">{texts.title}</h1>
        <span className="secondary">
          {phase === 'loading' ? texts.loading : texts.summary(running, queued)}
        </span>
      </header>
      {phase === 'failed' && <ErrorNote message={message} onRetry={() => void refresh()} />}
      {problem && <ErrorNote message={problem} onDismiss={dismiss} />}
      <Clock everyMs={1000}>
        <div className="queue-columns">
          {queues.map((queue) => (
            <QueueColumn
              key={queue.name}
              {...{ store, queue }}
              onRemove={setRemoving}
              onStop={setStopping}
            />
          ))}
        </div>
      </Clock>
      <p className="unseen" role="status">
        {announcement}
      </p>
      {removing && (
        <LeaveQueueDialog
          run={removing}
          canComeBack={queues.some(
            (queue) => canComeBack(queue, removing) && holdsRun(queue, removing),
          )}
          now={now}
          onConfirm={() => {
            setRemoving(undefined);
            void store.getState().remove(removing);
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
      {stopping && (
        <StopRunDialog
          run={stopping}
          onConfirm={() => {
            setStopping(undefined);
            void store.getState().stop(stopping);
          }}
          onClose={() => setStopping(undefined)}
        />
      )}
    </>
  );
}
