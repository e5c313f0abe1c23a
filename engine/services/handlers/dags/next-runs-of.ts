import type { Dag } from '../../../dag/definition.ts';
import { jitterOf } from '../../../dag/jitter.ts';
import { isoTime } from '../../../lib/clock.ts';
import { putOffStarts } from '../../../storage/slots.ts';
import type { EngineServices } from '../../engine-services.ts';

/** Coming starts that are shown of a DAG. */
const SHOWN = 5;
/** A slot a minute, put off by a day. */
const MAX_SLOTS = 1440;

/** Those that are put off already, and of the slots to come the times at which their runs start: the soonest of all. */
export async function nextRunsOf(
  { db, clock, config, aside }: EngineServices,
  fileName: string,
  dag: Pick<Dag, 'name' | 'schedule' | 'slotPolicy'>,
): Promise<string[]> {
  const schedule = { ...dag.schedule, stop: [], restart: [] };
  const range = { after: clock.now(), timezone: config.timezone, jitter: jitterOf(dag) };
  const first = await aside.slots({ schedule, range: { ...range, count: SHOWN } });
  const until = Math.max(...first.map(({ startsAt }) => Date.parse(startsAt)));
  // A later slot may start before an earlier one.
  const isPutOff = dag.slotPolicy.jitterSec > 0 && first.length > 0;
  const slots = isPutOff
    ? await aside.slots({ schedule, range: { ...range, until, count: MAX_SLOTS } })
    : first;
  const times = slots.map(({ startsAt }) => startsAt);
  return [...putOffStarts(db, fileName).map(isoTime), ...times].sort().slice(0, SHOWN);
}
