import { stepAt } from '../../dag/run-steps.ts';
import { readStopwatch, upTo, usedBy, wallStopwatch, type Stopwatch } from '../../lib/stopwatch.ts';
import { momentOf, newStopwatch } from '../../platform/moment.ts';
import { openAttempts, type AttemptRecord } from '../../storage/attempts.ts';
import type { Database } from '../../storage/database.ts';
import type { RunServices } from '../state/run-services.ts';
import { earlierStep } from '../work/earlier-step.ts';
import { isLate } from '../work/past-time.ts';
import { takeOverLimit } from '../work/take-over-limit.ts';

/** After a stop or a time limit each handler may take this long, unless it has a limit of its own: somebody waits for the end. */
const HANDLER_MS = 60_000;
const HANDLER_OVER =
  `the handler took longer than ${HANDLER_MS / 1000}s, the limit after a stop or a timeout of ` +
  'the run (`timeout_sec` of the handler sets another)';

/**
 * How long a run may take (`timeout_sec`), and after that, its handlers. One of them counts at a time, and what it has
 * come to is stored with the run.
 */
export class RunLimits {
  readonly #run: RunServices;
  readonly #db: Database;
  #cancel: () => void = () => undefined;

  constructor(run: RunServices, db: Database) {
    this.#run = run;
    this.#db = db;
  }

  /** The time of the run begins. */
  begin(): void {
    if (this.#run.state.dag.timeoutSec > 0) this.#store(newStopwatch(this.#run.clock));
  }

  /** Goes on counting. `open`: attempts of which no end is stored. */
  takeOver(open: readonly AttemptRecord[]): void {
    const { clock, state } = this.#run;
    const { dag, run } = state;
    const inHandlers = run.phase === 'handlers';
    if (inHandlers ? !this.#limitsHandlers : dag.timeoutSec === 0) return;
    const noted = readStopwatch(run.stopwatch);
    const unknown = inHandlers
      ? newStopwatch(clock)
      : wallStopwatch(run.startedAt ?? run.createdAt);
    const watch = noted ?? unknown;
    this.#store(takeOverLimit(this.#run, this.#db, { watch, own: open, caller: null }));
  }

  /** Stores how far it has come. `wasHeld`: this engine was stopped meanwhile, and drove nothing. */
  note(wasHeld: boolean): void {
    if (wasHeld) {
      this.#takeOverAfterHold();
      return;
    }
    const watch = readStopwatch(this.#run.state.run.stopwatch);
    if (watch !== null) this.#store(upTo(watch, momentOf(this.#run.clock)));
  }

  limitSteps(over: () => void): void {
    const { state, log } = this.#run;
    const { dag, run } = state;
    if (dag.timeoutSec === 0 || run.phase === 'handlers') return;
    const left = this.#left(dag.timeoutSec * 1000);
    const end = (): void => {
      log('run timed out', { limit: dag.timeoutSec });
      over();
    };
    // A run that is taken over too late must start nothing more, so this does not wait for a timer.
    if (left <= 0) end();
    else this.#after(left, { over: end, again: () => this.limitSteps(over) });
  }

  /** The time of a handler begins. `over` is told why it is to end. */
  beginHandler(position: number, over: (reason: string) => void): void {
    if (!this.#isLimited(position)) return;
    this.#store(newStopwatch(this.#run.clock));
    this.limitHandler(position, over);
  }

  limitHandler(position: number, over: (reason: string) => void): void {
    const { state, log } = this.#run;
    if (!this.#isLimited(position)) return;
    const end = (): void => {
      const { name } = stepAt(state.dag, position);
      log('handler timed out', { handler: name, limit: HANDLER_MS / 1000 });
      over(HANDLER_OVER);
    };
    const left = this.#left(HANDLER_MS);
    this.#after(left, { over: end, again: () => this.limitHandler(position, over) });
  }

  cancel(): void {
    this.#cancel();
  }

  #isLimited(position: number): boolean {
    return this.#limitsHandlers && stepAt(this.#run.state.dag, position).timeoutSec === 0;
  }

  /** This engine was stopped where a timer comes too late, or a step has ended of which nothing was heard. */
  #after(leftMs: number, { over, again }: Readonly<Record<'over' | 'again', () => void>>): void {
    const { clock } = this.#run;
    const dueAt = clock.elapsed() + leftMs;
    this.#cancel = clock.after(leftMs, () => {
      if (!isLate(clock.elapsed() - dueAt) && !this.#hasUnheardEnd()) {
        over();
        return;
      }
      this.#takeOverAfterHold();
      again();
    });
  }

  #hasUnheardEnd(): boolean {
    const { state, processes } = this.#run;
    if (!this.#db.open) return false;
    return openAttempts(this.#db, state.run.id).some((attempt) => {
      const found = processes.look(earlierStep(this.#run, attempt));
      return found !== 'runs' && found.at !== null;
    });
  }

  /** Where the database was taken away, all the time counts: a timer has nobody to complain to. */
  #takeOverAfterHold(): void {
    const { state, log } = this.#run;
    try {
      this.takeOver(openAttempts(this.#db, state.run.id));
    } catch (error) {
      log('cannot tell how far the time limit has come', { error: (error as Error).message });
    }
  }

  get #limitsHandlers(): boolean {
    const { cutShort } = this.#run.state.run;
    return cutShort === 'stop' || cutShort === 'timeout';
  }

  #left(limitMs: number): number {
    const watch = readStopwatch(this.#run.state.run.stopwatch);
    return watch === null ? limitMs : limitMs - usedBy(watch, momentOf(this.#run.clock));
  }

  #store(watch: Stopwatch): void {
    const { state, writes } = this.#run;
    writes.commit(state.changeRun({ stopwatch: JSON.stringify(watch) }));
  }
}
