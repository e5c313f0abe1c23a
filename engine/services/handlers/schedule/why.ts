import { itemUnderReview } from '../../sync/review.ts';
import type { Evidence, SlotAnswer, SlotKind } from '../../../contract/schedule.ts';
import type { Dag } from '../../../dag/definition.ts';
import { jitterOf, startOf } from '../../../dag/jitter.ts';
import { DAY_MS } from '../../../dag/wall-time.ts';
import { isoTime } from '../../../lib/clock.ts';
import { formatDuration } from '../../../lib/duration.ts';
import { localTime } from '../../../lib/local-time.ts';
import { dueBetween, hasLines, nextDue, startsAtBoot, type Due } from '../../../scheduler/due.ts';
import { reasons } from '../../../scheduler/format-reason.ts';
import { LIVE_MS } from '../../../scheduler/live-slot.ts';
import { isSuspended } from '../../../storage/dag-index.ts';
import { findRun, type RunRecord } from '../../../storage/runs.ts';
import { downtimesBetween, schedulerMark, type Downtime } from '../../../storage/schedule-marks.ts';
import type { Database } from '../../../storage/database.ts';
import { findSlots, type SlotQuery, type SlotRecord } from '../../../storage/slots.ts';
import type { EngineServices } from '../../engine-services.ts';
import { toSlot } from '../../present-slot.ts';

interface Question {
  readonly fileName: string;
  readonly dag: Pick<Dag, 'name' | 'schedule' | 'slotPolicy'>;
  /** Whether its definition has errors: then `dag` is what could be read of it. */
  readonly isBroken: boolean;
  /** Milliseconds since the epoch; undefined: the last slot. */
  readonly time: number | undefined;
  /** Undefined: any, a start before others. */
  readonly kind: SlotKind | undefined;
}

/** Why a slot of a DAG ran or did not run, in one sentence with its evidence. */
export function whySlot(services: EngineServices, question: Question): SlotAnswer {
  const slots = slotsAt(services, question);
  const [slot] = slots;
  if (slot === undefined)
    return { sentence: withoutSlot(services, question), slot: null, evidence: [] };
  const run = slot.dagRunId === '' ? undefined : findRun(services.db, slot.dagName, slot.dagRunId);
  // Of the last slot: there may be later ones that nobody has judged yet.
  const later = question.time === undefined ? withoutEngine(services) : '';
  return {
    sentence: `${sentenceOf(slot, services.config.timezone)}${runWords(slot, run)}${later}`,
    slot: toSlot(services.db, slot),
    evidence: evidenceOf(services, slot, run),
  };
}

/** The slot that was meant: one within the minute, a start before others; the last one without a time. */
function slotsAt(
  { db, clock }: EngineServices,
  { fileName, time, kind }: Question,
): readonly SlotRecord[] {
  if (time === undefined)
    return findSlots(db, { fileName, kind, from: 0, to: clock.now() }, { limit: 1, offset: 0 });
  const minute = Math.floor(time / 60_000) * 60_000;
  const within = { fileName, kind, from: minute, to: minute + 59_999 };
  const slots = findSlots(db, within, { limit: 3, offset: 0 });
  if (slots.length === 0) return slotsPutOffUntil(db, within);
  return slots.toSorted((a, b) => Number(b.kind === 'start') - Number(a.kind === 'start'));
}

/** Who sees a run asks by when it started, which is later than its slot. */
function slotsPutOffUntil(db: Database, within: SlotQuery): readonly SlotRecord[] {
  const before = { ...within, from: within.from - DAY_MS };
  return findSlots(db, before, { limit: MAX_PUT_OFF, offset: 0 }).filter(
    ({ startsAt }) => startsAt !== null && startsAt >= within.from && startsAt <= within.to,
  );
}

/** Of a slot a minute, put off by a day at most. */
const MAX_PUT_OFF = 1440;

const verbs = {
  start: 'to start',
  stop: 'to be stopped',
  restart: 'to be restarted',
} as const;

const fates = {
  ran: '',
  skipped: ' and was skipped',
  missed: ' and was missed',
  failed: ' and was refused',
  pending: ' and is pending',
} as const;

function sentenceOf({ dagName, kind, at, fate, detail }: SlotRecord, zone: string): string {
  return `${dagName} was due ${verbs[kind]} on ${localTime(at, zone)}${fates[fate]}. ${detail}`;
}

function runWords({ fate, kind }: SlotRecord, run: RunRecord | undefined): string {
  if (run === undefined || fate !== 'ran' || kind === 'stop') return '';
  const took =
    run.finishedAt === null || run.startedAt === null
      ? ''
      : ` after ${formatDuration(run.finishedAt - run.startedAt)}`;
  const reason = run.error === '' ? '' : ` (${run.error})`;
  return ` Run ${run.runId} ${run.finishedAt === null ? 'is' : 'ended'} ${run.status}${took}${reason}.`;
}

function evidenceOf(
  { db }: EngineServices,
  slot: SlotRecord,
  run: RunRecord | undefined,
): Evidence[] {
  const facts: [number | null | undefined, string][] = [
    [slot.at, `slot due (${slot.kind})`],
    ...awayTimes(db, slot).flatMap((down) => downWords(down)),
    [slot.decidedAt, `decided: ${slot.fate}`],
    [run?.queuedAt, `run ${run?.runId} queued`],
    [run?.startedAt, `run ${run?.runId} began (${run?.triggerType})`],
    [run?.finishedAt, `run ${run?.runId} ended: ${run?.status}`],
  ];
  return facts
    .flatMap(([time, text]) => (time === null || time === undefined ? [] : [{ time, text }]))
    .sort((a, b) => a.time - b.time)
    .map(({ time, text }) => ({ time: isoTime(time), text }));
}

/** Those that it fell into, or that came before it was decided. */
function awayTimes(db: Database, { at, reason }: SlotRecord): readonly Downtime[] {
  return downtimesBetween(db, at, at + LIVE_MS).filter(
    ({ from, cause }) => from <= at || cause === reason,
  );
}

const causes: Readonly<Record<Downtime['cause'], readonly [string, string]>> = {
  engine_off: ['engine last seen', 'engine started'],
  asleep: ['computer went to sleep', 'computer woke up'],
  engine_held: ['engine suspended', 'engine resumed'],
  clock_forward: ['clock before it moved forward', 'clock after it moved forward'],
};

function downWords({ from, to, cause }: Downtime): [number, string][] {
  const [before, after] = causes[cause];
  return [
    [from, before],
    [to, after],
  ];
}

/** Nobody judges a slot but the engine that stays: what is said of the time since the last one, with a space before it. */
function withoutEngine({ db, config, scheduler }: EngineServices): string {
  if (scheduler.isRunning) return '';
  const mark = schedulerMark(db);
  if (mark === undefined) {
    return ' No server or app has run here yet. The first one decides the slots.';
  }
  const until = localTime(mark.seenAt, config.timezone);
  return ` No server or app is running. The last one ran until ${until}. The next one decides the slots that were due later.`;
}

const HAS_ERRORS = ' The definition has errors: nothing starts until you fix them.';

/** Why a slot to come will not run, with a space before it; empty: nothing speaks against it. */
function inTheWay(services: EngineServices, { fileName, isBroken }: Question): string {
  if (isSuspended(services.db, fileName))
    return ' The DAG is suspended, so this slot will be skipped.';
  if (itemUnderReview(services, fileName) !== null)
    return ' Its text from Git is not accepted yet, so this slot will be skipped.';
  return isBroken ? HAS_ERRORS : '';
}

/** Of a start to come, with a space before it; empty where `jitter_sec` does not put it off. */
function putOffWords(dag: Question['dag'], due: readonly Due[]): string {
  const start = due.find(({ kind }) => kind === 'start');
  const byMs = start === undefined ? 0 : startOf(start.at, jitterOf(dag)) - start.at;
  return byMs === 0 ? '' : ` ${reasons.putOff(byMs)}`;
}

/** Why there is nothing to say: never scheduled, still to come, or no slot at that time. */
function withoutSlot(services: EngineServices, question: Question): string {
  const { dag, isBroken, time } = question;
  const { clock, config, db } = services;
  const { timezone } = config;
  if (!hasLines(dag.schedule) && isBroken)
    return `No schedule of ${dag.name} can be read.${HAS_ERRORS}`;
  if (!hasLines(dag.schedule)) return `${dag.name} has no schedule. It runs only when started.`;
  const now = clock.now();
  const next = nextDue(dag.schedule, now, { timezone });
  const atBoot = startsAtBoot(dag.schedule) ? ' It starts with the next boot of the machine.' : '';
  const dated =
    next === null ? 'It has no next slot.' : `It is next due on ${localTime(next, timezone)}.`;
  const ahead = next === null && atBoot !== '' ? atBoot.trim() : `${dated}${atBoot}`;
  const obstacle = inTheWay(services, question);
  const unjudged = withoutEngine(services);
  if (time === undefined && unjudged !== '')
    return `${dag.name} has no decided slot yet.${unjudged} ${ahead}${obstacle}`;
  if (time === undefined) return `${dag.name} has had no slot so far. ${ahead}${obstacle}`;
  const minute = Math.floor(time / 60_000) * 60_000;
  const due = dueBetween(dag.schedule, { after: minute - 1, until: minute + 59_999, timezone });
  const at = localTime(minute, timezone);
  if (due.length === 0) return `${dag.name} is not due on ${at}. ${ahead}${obstacle}`;
  if (minute > now)
    return `${dag.name} is due on ${at}, in the future.${putOffWords(dag, due)}${obstacle}`;
  if (minute > (schedulerMark(db)?.seenAt ?? 0) && unjudged !== '')
    return `${dag.name} was due on ${at}.${unjudged}`;
  return `By its current schedule ${dag.name} was due on ${at}, but there is no record: the schedule is newer, or the slot is too old.`;
}
