import type { Clock } from '../lib/clock.ts';
import { groupMemory, type MeasureGroups } from './group-memory.ts';

/** How much memory steps need, looked at while they run. */
export interface StepMemory {
  /** Looks at a process group from now on. The group is asked for again each time: of an adopted step it may be known late. */
  readonly watch: (groupId: () => number) => MemoryWatch;
}

export interface MemoryWatch {
  /** Looks no more. Returns the most that was seen, in bytes; 0 when the step ended before anybody looked. Safe twice. */
  readonly end: () => number;
}

interface Watched {
  readonly groupId: () => number;
  readonly since: number;
  /** When it is to be looked at next. */
  due: number;
  peakBytes: number;
}

interface StepMemoryOptions {
  readonly clock: Clock;
  /** Null: this system does not tell. */
  readonly measure?: MeasureGroups | null;
}

const FIRST_LOOK_MS = process.platform === 'linux' ? 100 : 1000;
const LONGEST_PAUSE_MS = 5000;

/**
 * Looks at all steps at once, soon after the start of each and less and less often as it grows old. Steps that are over
 * before their first look cost nothing, and while no step runs there is no timer.
 */
export function createStepMemory({
  clock,
  measure = groupMemory(process.platform),
}: StepMemoryOptions): StepMemory {
  const all = new Set<Watched>();
  let cancel: (() => void) | null = null;

  function arm(): void {
    if (cancel !== null || all.size === 0) return;
    const due = Math.min(...[...all].map((each) => each.due));
    cancel = clock.after(Math.max(0, due - clock.elapsed()), () => {
      cancel = null;
      // What cannot be looked at now is not measured now: the step goes on, and so do the looks.
      void look().then(arm, arm);
    });
  }

  async function look(): Promise<void> {
    const now = clock.elapsed();
    const isDue = [...all].some(({ due }) => due <= now);
    if (!isDue || measure === null) return;
    const looked = [...all].map((each) => ({ each, groupId: each.groupId() }));
    const groups = looked.map(({ groupId }) => groupId).filter((groupId) => groupId > 1);
    for (const { each } of looked) each.due = now + pauseAt(now - each.since);
    const bytes = await measure(new Set(groups));
    for (const { each, groupId } of looked) {
      each.peakBytes = Math.max(each.peakBytes, bytes.get(groupId) ?? 0);
    }
  }

  function watch(groupId: () => number): MemoryWatch {
    const since = clock.elapsed();
    const watched = { groupId, since, due: since + FIRST_LOOK_MS, peakBytes: 0 };
    if (measure !== null) all.add(watched);
    arm();
    return {
      end: () => {
        all.delete(watched);
        if (all.size === 0) cancel?.();
        if (all.size === 0) cancel = null;
        return watched.peakBytes;
      },
    };
  }

  return { watch };
}

function pauseAt(ageMs: number): number {
  return Math.min(Math.max(ageMs, FIRST_LOOK_MS), LONGEST_PAUSE_MS);
}
