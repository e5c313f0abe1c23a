import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { DagDetail } from '#contract/dag.ts';
import { formatSlotTimes, ownZone } from '../../lib/format-day.ts';
import { haveOneZone, scheduleZone } from '../../lib/format-schedule.ts';
import { exactTime } from '../../lib/format-time.ts';
import { createPreviewStore, type AskPreview } from './preview-store.ts';
import { texts } from './texts.ts';

interface NextRunsProps {
  readonly detail: DagDetail;
  readonly askPreview: AskPreview;
  readonly now: number;
}

/**
 * When a DAG starts next, on the clocks by which its schedule goes: the words of the schedule beside it are theirs. A zone that is
 * not the one of the window is named.
 */
export function NextRuns({ detail, askPreview, now }: NextRunsProps) {
  const { nextRuns, suspended, dag } = detail;
  const lines = dag.schedule.map((entry) => entry.expression);
  const { name, jitterSec } = dag;
  const zoneOf = useSlotZones({ lines, nextRuns, askPreview, name, jitterSec });
  // Of several, each is named beside its words.
  const isOneZone = haveOneZone(dag.schedule);
  const named = scheduleZone(lines[0] ?? '');
  const zone = named ?? zoneOf?.('') ?? '';
  const slots = zoneOf ? nextRuns.map((time) => ({ time, zone: zoneOf(time) })) : [];
  const words = formatSlotTimes(slots, now);
  return (
    <>
      {lines.length > 0 && isOneZone && (named !== undefined || isForeign(zone)) && (
        <span className="secondary">{zone}</span>
      )}
      {suspended && lines.length > 0 && <span className="secondary">{texts.header.off}</span>}
      {slots.length > 0 && <span className="secondary next-word">{texts.header.next}</span>}
      {slots.map((slot, index) => (
        <span key={slot.time} className="slot-words" title={exactTime(slot.time)}>
          {words[index]}
          {slot.zone !== zone && <span className="secondary"> {slot.zone}</span>}
        </span>
      ))}
    </>
  );
}

interface Asked
  extends
    Pick<NextRunsProps, 'askPreview'>,
    Pick<DagDetail, 'nextRuns'>,
    Pick<DagDetail['dag'], 'name' | 'jitterSec'> {
  readonly lines: readonly string[];
}

/** The zone of each start, and for none that of the engine; undefined until the engine has said it. */
function useSlotZones({ lines, nextRuns, askPreview, name, jitterSec }: Asked) {
  const [store] = useState(() => createPreviewStore(askPreview));
  const { slots, zone, problem, show } = useStore(store);
  // Every event of a run brings new lists; only other ones ask anew.
  const asked = JSON.stringify([lines, nextRuns]);
  const start = useMemo(() => (JSON.parse(asked) as [string[], string[]])[0], [asked]);
  useEffect(() => {
    if (start.length > 0) void show({ name, jitterSec, start, stop: [], restart: [] });
  }, [show, start, name, jitterSec]);
  return useMemo(() => {
    // Where nobody says, the window's own zone is better than no time.
    const usual = problem === undefined ? zone : ownZone;
    if (usual === '') return undefined;
    const zones = new Map(slots.map(({ startsAt, timezone }) => [startsAt, timezone]));
    return (time: string) => zones.get(time) ?? usual;
  }, [slots, zone, problem]);
}

function isForeign(zone: string): boolean {
  return zone !== '' && zone !== ownZone;
}
