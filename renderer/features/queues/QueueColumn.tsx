import { memo, useState } from 'react';
import type { Queue, QueueItem } from '#contract/queue.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { Link } from '../../components/Link.tsx';
import { paths } from '../../lib/paths.ts';
import { runKey } from '../../lib/run-key.ts';
import type { QueuesStore, QueueSide } from './queues-store.ts';
import { QueueList } from './QueueList.tsx';
import { RunningItem } from './RunningItem.tsx';
import { WaitingItem } from './WaitingItem.tsx';
import { texts } from './texts.ts';

interface QueueColumnProps {
  readonly store: QueuesStore;
  readonly queue: Queue;
  readonly onRemove: (item: QueueItem) => void;
  readonly onStop: (item: QueueItem) => void;
}

export const QueueColumn = memo(function QueueColumn(props: QueueColumnProps) {
  const { store, queue, onRemove, onStop } = props;
  const { name, type, running, queued, runningCount, queuedCount, maxConcurrency } = queue;
  const { move } = store.getState();
  const refusal = useRefusal();
  const stop = refusal('runs.stop') === undefined ? onStop : undefined;
  // They stand behind all others.
  const planned = queued.filter(({ waitsForTime }) => waitsForTime).length;
  const [dragged, setDragged] = useState<QueueItem>();
  const share = Math.min(100, (runningCount / Math.max(1, maxConcurrency)) * 100);
  return (
    <section className="queue" aria-label={texts.column.label(name)}>
      <header className="queue-head">
        <div className="row">
          <h2 className="strong cut" title={name}>
            {type === 'global' ? name : <Link href={paths.dag(name)}>{name}</Link>}
          </h2>
          <span className="secondary small">
            {type === 'global' ? texts.column.global : texts.column.ofDag}
          </span>
          <span className="grow" />
          <span className="small queue-load">
            {texts.column.load(runningCount, maxConcurrency)}
          </span>
        </div>
        <div className="load" aria-hidden="true">
          <i style={{ width: `${share}%` }} />
        </div>
      </header>
      <div className="queue-body">
        {running.length > 0 && (
          <QueueList label={texts.column.runningIn(name)} items={running}>
            {(item, place) => (
              <RunningItem key={runKey(item)} {...place} item={item} onStop={stop} />
            )}
          </QueueList>
        )}
        <More store={store} queue={queue} side="running" count={runningCount - running.length} />
        <h3 className="small secondary queue-part">{waitingWords(queue)}</h3>
        {queued.length > 0 && (
          <QueueList label={texts.column.waitingIn(name)} items={queued}>
            {(item, place) => (
              <WaitingItem
                key={runKey(item)}
                {...place}
                item={item}
                last={queuedCount - planned}
                dragged={dragged}
                onDrag={setDragged}
                queueName={name}
                refusal={refusal('queues.move')}
                onMove={move}
                onRemove={onRemove}
              />
            )}
          </QueueList>
        )}
        <More store={store} queue={queue} side="queued" count={queuedCount - queued.length} />
      </div>
    </section>
  );
});

function waitingWords({ runningCount, queuedCount }: Queue): string {
  if (queuedCount > 0) return texts.column.waiting(queuedCount);
  return runningCount > 0 ? texts.column.noneWaiting : texts.column.empty;
}

interface MoreProps extends Pick<QueueColumnProps, 'store' | 'queue'> {
  readonly side: QueueSide;
  /** How many are not shown. */
  readonly count: number;
}

function More({ store, queue, side, count }: MoreProps) {
  if (count <= 0) return null;
  return (
    <button
      type="button"
      className="link plain small queue-more"
      onClick={() => void store.getState().more(queue, side)}
    >
      {texts.column.more[side](count)}
    </button>
  );
}
