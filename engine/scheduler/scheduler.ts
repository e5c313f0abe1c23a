import type { Config } from '../config/config.ts';
import type { Schedules } from '../dag/definition.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Database } from '../storage/database.ts';
import { replacedSchedules, schedulerMark, type SchedulerMark } from '../storage/schedule-marks.ts';
import { bootDueAt } from '../storage/seen-boot.ts';
import { pendingSlots, type SlotRecord } from '../storage/slots.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import { Backlog } from './backlog.ts';
import { CatchUp } from './catch-up.ts';
import { ClockWatch } from './clock-watch.ts';
import { dueBetween } from './due.ts';
import { KnownSchedules, type Known } from './known-schedules.ts';
import { Ledger } from './ledger.ts';
import { LIVE_MS, type LiveSlot } from './live-slot.ts';
import { LiveSlots } from './live-slots.ts';
import { PlannedStarts } from './planned-starts.ts';
import type { PlannedRuns, ScheduledDags, SlotRuns } from './ports.ts';
import { Progress } from './progress.ts';
import { PutOffStarts, startOfSlot } from './put-off-starts.ts';
import { ReadAhead } from './read-ahead.ts';
import { Restarts } from './restarts.ts';
import { Turns } from './turns.ts';
import { Undecided } from './undecided.ts';
import { gone } from './verdicts.ts';
import { settleStrays } from './waiting-slots.ts';

export interface SchedulerOptions {
  readonly db: Database;
  readonly writes: WriteQueue;
  readonly clock: Clock;
  readonly log: Logger;
  /** Its `timezone` is that of lines that name none. */
  readonly config: Pick<Config, 'timezone'>;
  readonly dags: ScheduledDags;
  readonly runs: SlotRuns;
  readonly planned: PlannedRuns;
  /** Tells one boot of the machine from another. */
  readonly bootId: string;
  /** Called when the fate of a slot is safe on the disk. */
  readonly decided: (slot: SlotRecord) => void;
}

/** A timer sleeps with the machine, so it is never trusted for longer. */
const LOOK_MS = 5000;
/** What one turn of the event loop may take on, so that nobody waits for a long backlog. */
const MAX_SLOTS = 400;
const MAX_PLANS = 400;
const OLDEST_MS = 90 * 86_400_000;

/**
 * Gives every slot its fate, once. It looks when a slot is due, and every few seconds whether the clock or the machine has
 * played a trick; all that it must remember is in the store, so it may end at any moment.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #watch: ClockWatch;
  readonly #known: KnownSchedules;
  readonly #ledger: Ledger;
  readonly #turns: Turns;
  readonly #restarts: Restarts;
  readonly #catchUp: CatchUp;
  readonly #backlog: Backlog;
  readonly #live: LiveSlots;
  readonly #readAhead: ReadAhead;
  readonly #progress: Progress;
  readonly #planned: PlannedStarts;
  readonly #putOff: PutOffStarts;
  readonly #undecided: Undecided;
  /** Whether a round that is not over has found something to catch up. */
  #hasNew = false;
  #running = false;
  /** When the boot of this machine is due for `@reboot`; null before the start. */
  #bootAt: number | null = null;
  #cancel: () => void = () => undefined;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    const { log, clock } = options;
    this.#watch = new ClockWatch(clock);
    const bootAt = (): number | null => this.#bootAt;
    this.#known = new KnownSchedules({ ...options, bootAt });
    this.#readAhead = new ReadAhead(this.#known, options.dags);
    const ledger = new Ledger(options);
    const turns = new Turns((error) => log.error('Cannot decide a slot', { error }));
    const restarts = new Restarts({ ...options, ledger, turns, paused: () => this.#arm() });
    const catchUp = new CatchUp({ ...options, ledger, turns, restarts });
    this.#ledger = ledger;
    this.#turns = turns;
    this.#restarts = restarts;
    this.#catchUp = catchUp;
    const putOff = new PutOffStarts({ ...options, ledger, waits: () => this.#arm() });
    this.#putOff = putOff;
    const decide = (slot: LiveSlot): void => this.#decide(slot);
    const backlog = new Backlog({ ...options, ledger, catchUp, bootAt, putOff, inTime: decide });
    this.#undecided = new Undecided({ ...options, ledger, backlog, decide });
    this.#backlog = backlog;
    const failed = (error: unknown): void => log.error('Cannot start a planned run', { error });
    const planned = new PlannedStarts({ ...options, failed });
    this.#planned = planned;
    this.#progress = new Progress({
      ...options,
      known: this.#known,
      ledger,
      backlog,
      isNeeded: () => this.#isNeeded(),
    });
    this.#live = new LiveSlots({
      ...options,
      ledger,
      restarts,
      putOff,
      later: (slot) => this.#undecided.add([slot]),
    });
  }

  get isRunning(): boolean {
    return this.#running;
  }

  /** Decides what came due while no engine looked, then looks from now on. */
  start(): void {
    const { db, clock, dags } = this.#options;
    const now = clock.now();
    this.#running = true;
    this.#watch.look();
    this.#bootAt = this.#seeBoot(now);
    this.#putOff.load();
    this.#takeOver(schedulerMark(db), now);
    this.#resumePending();
    this.#look();
    for (const dag of dags.all()) this.#sync(dag.fileName, now);
    for (const fileName of this.#known.fileNames()) this.#sync(fileName, now);
    this.#progress.save();
    this.#arm();
  }

  /** A definition was added, edited, suspended or deleted. */
  changed(fileName: string): void {
    if (!this.#running) return;
    const dag = this.#options.dags.get(fileName);
    if (dag === null) this.#dropPending(fileName);
    if (this.#undecided.has(fileName)) this.#undecided.look();
    if (!this.#known.differs(fileName, dag)) return;
    // What is due by now is due by the schedule that was known until now.
    this.#decideDue();
    this.#sync(fileName, this.#options.clock.now());
    this.#known.plan(MAX_PLANS);
    this.#progress.save();
    this.#arm();
  }

  /** A DAG got a new file name, and its rows in the store with it. */
  renamed(from: string, to: string): void {
    this.#known.rename(from, to);
    this.#catchUp.rename(from, to);
    this.#putOff.rename(from, to);
    this.#undecided.rename(from, to);
    this.#restarts.rename(from, to);
  }

  /** A run of a DAG has ended. */
  runEnded(dagName: string): void {
    if (!this.#running) return;
    this.#restarts.runEnded(dagName);
    this.#catchUp.runEnded(dagName);
  }

  /** A hint that the machine has slept: looks at once. */
  wake(): void {
    if (this.#running) this.#look();
  }

  /** Looks no more. What is open is decided by the next engine. */
  stop(): void {
    if (!this.#running) return;
    this.#running = false;
    this.#cancel();
    this.#readAhead.stop();
    // A sleep that no look has seen: its slots are for the next engine, and this tells it why they were missed.
    const news = this.#watch.look();
    for (const downtime of news.downtimes) this.#progress.addDowntime(downtime);
    if (news.wasSetBack) this.#progress.reopen(news.now);
    this.#progress.write(this.#options.clock.now());
  }

  #look(): void {
    this.#decideDue();
    this.#progress.save();
    this.#readAhead.look(this.#progress.lookedAt);
    this.#arm();
  }

  #decideDue(): void {
    const news = this.#watch.look();
    this.#progress.looks(news.now);
    for (const downtime of news.downtimes) this.#progress.addDowntime(downtime);
    if (news.wasSetBack) this.#setBack(news.now);
    const live: LiveSlot[] = [];
    this.#undecided.look();
    this.#known.plan(MAX_PLANS);
    this.#known.takeDue(news.now, (known, after) => {
      live.push(...this.#takeOn(known, { after, until: news.now, now: news.now }));
    });
    for (const slot of this.#putOff.takeDue(news.now)) {
      if (news.now - slot.startsAt < LIVE_MS) live.push(slot);
      else this.#backlog.addPutOff(slot, news.now);
    }
    this.#hasNew = this.#backlog.work(MAX_SLOTS) || this.#hasNew;
    this.#restarts.look();
    this.#planned.look();
    for (const slot of live) this.#decide(slot);
    // After them: what is caught up never takes the place of what is due now.
    this.#lookForCatchUp();
  }

  /** Splits what came due into what can still be acted on, which is returned, and what is too late. */
  #takeOn(
    { fileName, schedule }: Pick<Known, 'fileName' | 'schedule'>,
    { after, until, now }: { after: number; until: number; now: number },
  ): LiveSlot[] {
    const { timezone } = this.#options.config;
    const tooLate = Math.min(until, now - LIVE_MS);
    if (after < tooLate) {
      const from = Math.max(after, now - OLDEST_MS);
      this.#backlog.add({ fileName, schedule, after: from, until: tooLate, foundAt: now });
    }
    const live: LiveSlot[] = [];
    const dag = this.#options.dags.get(fileName);
    for (const due of dueBetween(schedule, {
      after: Math.max(after, tooLate),
      until,
      timezone,
      bootAt: this.#bootAt,
    })) {
      const slot = { ...due, fileName, schedule, startsAt: startOfSlot(dag, due) };
      if (this.#ledger.open(slot)) live.push(slot);
    }
    return live;
  }

  /** What came due by schedules that the last engine had replaced, and died before it was decided. */
  #takeReplaced(decidedUntil: number, now: number): void {
    for (const replaced of replacedSchedules(this.#options.db)) {
      const schedule = JSON.parse(replaced.schedule) as Schedules;
      const after = Math.max(decidedUntil, replaced.since);
      const until = Math.min(replaced.until, now);
      if (after < until)
        this.#undecided.add(this.#takeOn({ ...replaced, schedule }, { after, until, now }));
    }
  }

  /** A round is over when all that was too late is known. */
  #lookForCatchUp(): void {
    if (!this.#backlog.isEmpty) return;
    this.#catchUp.look({ hasNew: this.#hasNew });
    this.#hasNew = false;
  }

  #decide(slot: LiveSlot): void {
    this.#turns.take(slot.fileName, () => this.#live.decide(slot));
  }

  #sync(fileName: string, now: number): void {
    const dag = this.#options.dags.get(fileName);
    if (dag === null) this.#dropPending(fileName);
    if (!this.#known.differs(fileName, dag)) return;
    const old = this.#known.unplannedOf(fileName);
    if (old !== null)
      this.#undecided.add(this.#takeOn(old, { after: old.cursor, until: now, now }));
    this.#known.take(fileName, dag, now);
  }

  /** Without schedules and planned starts nothing can be missed. */
  #isNeeded(): boolean {
    return this.#known.size > 0 || this.#planned.isAny || this.#putOff.isAny;
  }

  #dropPending(fileName: string): void {
    this.#turns.take(fileName, () =>
      this.#catchUp.settle(fileName, this.#catchUp.timesOf(fileName), gone),
    );
    for (const slot of this.#putOff.takeOf(fileName)) this.#decide(slot);
  }

  /** Goes on from where the last engine had come. */
  #takeOver(mark: SchedulerMark | undefined, now: number): void {
    const decidedUntil = Math.min(mark?.decidedUntil ?? now, now);
    if (mark !== undefined && mark.seenAt > now) this.#progress.reopen(now);
    this.#known.load(decidedUntil);
    // Without schedules nothing was missed, and nobody has noted when an engine was last there.
    if (mark !== undefined && this.#isNeeded() && now - mark.seenAt > LIVE_MS)
      this.#progress.addDowntime({ from: mark.seenAt, to: now, cause: 'engine_off' });
    this.#takeReplaced(decidedUntil, now);
  }

  #seeBoot(now: number): number {
    const { writes, bootId } = this.#options;
    let at = now;
    writes.commit((db) => {
      at = bootDueAt(db, bootId, now);
    });
    writes.flush();
    return at;
  }

  #resumePending(): void {
    const { db, dags } = this.#options;
    settleStrays(this.#options);
    // Slots that wait in a queue are settled by it.
    const pending = pendingSlots(db).filter(({ reason }) => reason !== 'queued');
    for (const slot of pending) {
      if (slot.reason === 'restarting') this.#restarts.resume(slot);
      else if (slot.reason === 'to_catch_up') this.#catchUp.add(slot.fileName, [slot.at]);
    }
    // The last engine may have ended between the deletion of a DAG and the end of its slots.
    for (const fileName of new Set(pending.map((slot) => slot.fileName))) {
      if (dags.get(fileName) === null) this.#dropPending(fileName);
    }
  }

  /** What lies in the future now cannot have been missed; it comes again. What ran has its fate, and stays. */
  #setBack(now: number): void {
    this.#options.log.warn('The clock was moved back', { now: new Date(now).toISOString() });
    this.#progress.reopen(now);
    this.#backlog.setBack(now);
    this.#undecided.setBack(now);
    this.#catchUp.setBack(now);
    this.#known.setBack(now);
    // The next engine must not think that what comes again has been decided.
    this.#progress.write(now);
  }

  #arm(): void {
    this.#cancel();
    if (!this.#running) return;
    const { clock } = this.#options;
    const now = clock.now();
    const times = [this.#known, this.#catchUp, this.#restarts, this.#planned, this.#putOff].map(
      ({ nextAt }) => nextAt,
    );
    const due = times.flatMap((at) => (at === null ? [] : [at - now]));
    const isBusy = !this.#backlog.isEmpty || !this.#known.isPlanned;
    const delay = isBusy ? 0 : Math.max(0, Math.min(LOOK_MS - this.#watch.sinceLook, ...due));
    this.#watch.plan(delay);
    this.#cancel = clock.after(delay, () => this.#look());
  }
}
