import { rm } from 'node:fs/promises';
import { EngineError } from '../../contract/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import { deleteOldAudit } from '../../storage/audit.ts';
import type { Database } from '../../storage/database.ts';
import {
  deleteExpiredRuns,
  filesWithRuns,
  hasExpiredRuns,
  inlineRunsKept,
  type DeletedRun,
  type Expiry,
  type Portion,
  type RunsOf,
} from '../../storage/expired-runs.ts';
import {
  deleteOldDowntimes,
  deleteOldSlots,
  deleteSurplusSlots,
  slotGroups,
} from '../../storage/old-slots.ts';
import type { KeptHistory } from '../../storage/file-retention.ts';
import type { OldAge } from '../../storage/old-age.ts';
import { checkpoint, reclaimPages } from '../../storage/reclaim.ts';
import { dropOldTallies } from '../../storage/run-tallies.ts';
import { runById, type RunRecord } from '../../storage/runs.ts';
import type { WriteQueue } from '../../storage/write-queue.ts';
import { removeOrphans } from './orphan-folders.ts';
import { isOwnRunFolder, type Owner } from './own-folders.ts';

export interface RetentionOptions extends Owner {
  readonly db: Database;
  readonly writes: WriteQueue;
  readonly clock: Clock;
  readonly log: Logger;
  readonly ages: Pick<OldAge, 'before'>;
  /** Age at which lines of the audit log are forgotten, as the settings have it now. */
  readonly auditDays: () => number;
  /** How much of its history a file keeps, as it said last when it could be trusted. */
  readonly keptOf: (fileName: string) => Promise<KeptHistory>;
  /** Told of each root run after it was deleted. */
  readonly removed: (run: Pick<DeletedRun, 'dagName' | 'runId'>) => void;
}

/** What tells how long a run is kept. */
type EndedRun = Pick<RunRecord, 'id' | 'fileName' | 'dagName' | 'retentionDays' | 'retentionRuns'>;

/** Runs that are kept alike; what no file has made is kept as it says itself. */
interface KeptRuns {
  readonly runs: Exclude<RunsOf, { readonly dagName: string }>;
  /** How many of the newest that no file has made are kept, as far as is known. */
  readonly newest: number | null;
}

const DAY_MS = 86_400_000;
const ALL = Number.MAX_SAFE_INTEGER;
const RETRY_MS = 60_000;
const LEDGER_MS = 90 * DAY_MS;
/** Counts of today are asked for, whatever zone says when it began. */
const TALLY_MS = 2 * DAY_MS;
/** Slots of one kind that a DAG may have: two weeks of one each minute. */
const MAX_SLOTS = 20_000;
const PAGES_OF_A_STEP = 200;
/** After so many deleted runs the file is made smaller at once, and not at the end of the day. */
const MANY = 1000;

/**
 * Deletes what is older than it is to be kept: runs by `hist_retention_days` and `hist_retention_runs` of the file that made them, those of no
 * file by their own; the ledger of slots; what crashes left on the disk. Always in small transactions, between which
 * everything else gets its turn.
 */
export class Retention {
  readonly #options: RetentionOptions;
  /** By whose they are, of which there is one for each. */
  readonly #waiting = new Map<string, KeptRuns>();
  #isWorking = false;
  #isStopped = false;
  #deleted = 0;
  #wake: () => void = () => undefined;
  #cancelDaily: () => void = () => undefined;

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** Looks at the runs that are kept like this one, after its end. */
  apply(run: EndedRun): void {
    // Its file may be another by now than when it began, or none.
    const now = runById(this.#options.db, run.id) ?? run;
    const { fileName, dagName, retentionDays: days, retentionRuns: newest } = now;
    const runs = fileName === null ? { inlineName: dagName, days } : { fileName };
    this.#waiting.set(JSON.stringify(runs), { runs, newest });
    void this.#work();
  }

  /** Looks at everything, now and once a day. */
  startDaily(): void {
    this.#cancelDaily = this.#options.clock.after(DAY_MS, () => this.startDaily());
    void this.#guarded(() => this.#all());
  }

  /** Leaves what is left to do to the next start. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelDaily();
    this.#wake();
  }

  /** Deletes the runs of a name as somebody asked for it, and gives the space back. */
  async cleanUp(dagName: string, expiry: Expiry): Promise<number> {
    const roots = await this.deleteBefore({ dagName }, expiry);
    await this.#shrink();
    return roots;
  }

  /**
   * Deletes those of some runs that ended at or before a time and are not among the newest; active ones stay. Returns how many root runs that were.
   *
   * @throws EngineError `service_unavailable` when the store takes no writes; what is deleted by then stays deleted.
   */
  async deleteBefore(runs: RunsOf, expiry: Expiry): Promise<number> {
    let roots = 0;
    for (let isDone = false; !isDone;) {
      const portion = await this.#deletePortion(runs, expiry);
      roots += portion.deleted.filter(({ isRoot }) => isRoot).length;
      isDone = portion.isDone;
    }
    return roots;
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    for (const [key, runs] of this.#waiting) {
      this.#waiting.delete(key);
      await this.#guarded(() => this.#deleteExpired(runs));
    }
    this.#isWorking = false;
    if (this.#deleted >= MANY) await this.#guarded(() => this.#shrink());
  }

  async #all(): Promise<void> {
    const { db, ages } = this.#options;
    const ofFiles = filesWithRuns(db).map((fileName) => ({ fileName }));
    for (const runs of [...ofFiles, ...inlineRunsKept(db)]) {
      await this.#deleteExpired({ runs, newest: null });
      if (this.#isStopped) return;
      await nextTurn();
    }
    await this.#ledger();
    await this.#audit();
    const before = ages.before(TALLY_MS);
    if (before !== null)
      await this.#options.writes.commitSynced((store) => dropOldTallies(store, before));
    await removeOrphans({ ...this.#options, isStopped: () => this.#isStopped });
    await this.#shrink();
  }

  /** By the days and by the number: whichever says first that a run goes. */
  async #deleteExpired({ runs, newest }: KeptRuns): Promise<void> {
    const { ages, keptOf } = this.#options;
    const kept =
      'fileName' in runs ? await keptOf(runs.fileName) : { days: runs.days, runs: newest };
    // What is beyond the number, or not kept at all, goes whatever the clock says.
    if (kept.runs !== null) await this.deleteBefore(runs, { before: ALL, newest: kept.runs });
    if (kept.days < 0) return;
    const before = kept.days === 0 ? ALL : ages.before(kept.days * DAY_MS);
    if (before !== null) await this.deleteBefore(runs, { before, newest: 0 });
  }

  async #ledger(): Promise<void> {
    const { db, writes, ages } = this.#options;
    const before = ages.before(LEDGER_MS);
    if (before !== null) {
      await writes.commitSynced((store) => deleteOldDowntimes(store, before));
      while (await writes.commitSynced((store) => deleteOldSlots(store, before)));
    }
    for (const group of slotGroups(db)) {
      while (await writes.commitSynced((store) => deleteSurplusSlots(store, group, MAX_SLOTS)));
    }
  }

  async #audit(): Promise<void> {
    const { writes, ages, auditDays } = this.#options;
    const before = ages.before(auditDays() * DAY_MS);
    while (
      before !== null &&
      (await writes.commitSynced((store) => deleteOldAudit(store, before)))
    );
  }

  async #deletePortion(runs: RunsOf, expiry: Expiry): Promise<Portion> {
    const { db, writes, removed } = this.#options;
    // Most runs end without another one to delete.
    if (!hasExpiredRuns(db, runs, expiry)) return { deleted: [], isDone: true };
    const portion = await writes.commitSynced((store) => deleteExpiredRuns(store, runs, expiry));
    this.#deleted += portion.deleted.length;
    for (const run of portion.deleted) {
      if (run.isRoot) removed(run);
      await this.#removeLogs(run.logFolder);
    }
    return portion;
  }

  async #removeLogs(folder: string): Promise<void> {
    // Another home may need them: this one may be its copy.
    if (!isOwnRunFolder(this.#options, folder)) return;
    try {
      await rm(folder, { recursive: true, force: true });
    } catch (error) {
      this.#options.log.warn('Cannot delete the logs of an old run', { folder, error });
    }
  }

  /** Gives the space of what was deleted back to the disk. */
  async #shrink(): Promise<void> {
    const { db } = this.#options;
    this.#deleted = 0;
    for (let left = Infinity; !this.#isStopped; await nextTurn()) {
      const before = left;
      left = reclaimPages(db, PAGES_OF_A_STEP);
      // A file that cannot give back keeps its count for ever.
      if (left === 0 || left >= before) break;
    }
    if (!this.#isStopped) checkpoint(db);
  }

  #hasStopped(): boolean {
    return this.#isStopped;
  }

  /** Does it again later when the disk takes no writes; what else goes wrong is logged, and tried again tomorrow. */
  async #guarded(work: () => Promise<unknown>): Promise<void> {
    while (!this.#isStopped) {
      try {
        await work();
        return;
      } catch (error) {
        if (this.#hasStopped()) return;
        if (!(error instanceof EngineError) || error.code !== 'service_unavailable') {
          this.#options.log.error('Cannot delete old data', { error });
          return;
        }
        await this.#pause();
      }
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(RETRY_MS, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }
}
