import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { RunDetail } from '#contract/run.ts';
import { useEngine } from '../../client/engine-context.ts';
import { Link } from '../../components/Link.tsx';
import { useSharedNow } from '../../components/now-context.ts';
import { Sentence } from '../../components/Sentence.tsx';
import { exactTime, relativeTime } from '../../lib/format-time.ts';
import { paths } from '../../lib/paths.ts';
import { plannedWords } from '../../lib/start-time.ts';
import { useRunIdentity } from './run-identity.ts';
import { createRunQueueStore } from './run-queue-store.ts';
import { texts } from './texts.ts';

interface RunQueueProps {
  readonly run: Pick<RunDetail, 'statusLabel' | 'plannedAt'>;
}

/** When a queued run starts, or where it stands and why it waits, as the queues say it, with the way there. */
export function RunQueue({ run }: RunQueueProps) {
  const engine = useEngine();
  const { name, dagRunId } = useRunIdentity();
  const [store] = useState(() => createRunQueueStore(engine, { name, dagRunId }));
  useEffect(() => store.getState().start(), [store]);
  const place = useStore(store, (state) => state.place);
  const now = useSharedNow();
  const planned = plannedWords(run, now);
  const link = place && (
    <Link className="link" href={paths.queues()}>
      {place.queue}
    </Link>
  );
  if (planned !== undefined) {
    return (
      <span className="run-reason queue-place secondary cut" title={exactTime(run.plannedAt)}>
        {texts.queue.planned(planned, relativeTime(run.plannedAt, now))}
        {link && <Sentence text={texts.queue.of} parts={{ queue: link }} />}
      </span>
    );
  }
  if (place === undefined) return null;
  const { position, reason } = place;
  return (
    <span className="run-reason queue-place secondary cut" title={reason}>
      <Sentence text={texts.queue.place} parts={{ position, queue: link }} />
      {reason && texts.queue.reason(reason)}
    </span>
  );
}
