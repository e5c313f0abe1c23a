import './dag-schedule.css';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useNow } from '../../components/use-now.ts';
import { createPreviewStore, isScheduled, linesOf } from './preview-store.ts';
import { PlannedLine } from './dry-run/PlannedLine.tsx';
import type { DagStore } from './dag-store.ts';
import { texts } from './texts.ts';

interface NextSlotsProps {
  /** Of the text in the editor counts what could be read. */
  readonly dagStore: DagStore;
  readonly isSuspended: boolean;
}

/** The next five slots of the text in the editor, with the rule wherever a change of the clock moves one. */
export function NextSlots({ dagStore, isSuspended }: NextSlotsProps) {
  const dag = useStore(dagStore, (state) => state.preview);
  const [store] = useState(() => createPreviewStore(dagStore.getState().askPreview));
  const { slots, zone, problem, show } = useStore(store);
  const now = useNow(15_000);
  // Every check of the text brings a new object; only other lines ask anew.
  const lines = JSON.stringify(linesOf(dag));
  const read = useMemo(() => JSON.parse(lines) as ReturnType<typeof linesOf>, [lines]);
  const first = slots[0];
  const isPast = first !== undefined && Date.parse(first.time) <= now;
  useEffect(() => {
    if (isScheduled(read)) void show(read);
  }, [show, read, isPast]);

  if (!isScheduled(read)) return null;
  return (
    <section className="next-slots" aria-label={texts.schedule.nextSlots}>
      <div className="bar">
        <span className="strong">{texts.schedule.next}</span>
        <span className="secondary small">{zone}</span>
        {isSuspended && <span className="secondary small cut">{texts.schedule.suspended}</span>}
      </div>
      {problem ? (
        <p className="small tone-failed next-problem">{problem}</p>
      ) : (
        <ul>
          {slots.map((slot) => (
            <PlannedLine key={`${slot.kind} ${slot.time}`} slot={slot} zone={zone} now={now} />
          ))}
          {slots.length === 0 && (
            <li className="small secondary next-problem">{texts.schedule.noNext}</li>
          )}
        </ul>
      )}
    </section>
  );
}
