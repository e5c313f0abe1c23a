import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useEngine } from '../../client/engine-context.ts';
import { Link } from '../../components/Link.tsx';
import { Sentence } from '../../components/Sentence.tsx';
import { paths } from '../../lib/paths.ts';
import { useRunIdentity } from './run-identity.ts';
import { createRunQueueStore } from './run-queue-store.ts';
import { texts } from './texts.ts';

/** Where a queued run stands and why it waits, as the queues say it, with the way there. */
export function RunQueue() {
  const engine = useEngine();
  const { name, dagRunId } = useRunIdentity();
  const [store] = useState(() => createRunQueueStore(engine, { name, dagRunId }));
  useEffect(() => store.getState().start(), [store]);
  const place = useStore(store, (state) => state.place);
  if (place === undefined) return null;
  const { queue, position, reason } = place;
  const link = (
    <Link className="link" href={paths.queues()}>
      {queue}
    </Link>
  );
  return (
    <span className="run-reason queue-place secondary cut" title={reason}>
      <Sentence text={texts.queue.place} parts={{ position, queue: link }} />
      {reason && texts.queue.reason(reason)}
    </span>
  );
}
