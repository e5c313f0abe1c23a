import { advance, type Move } from '../dag/plan.ts';
import { rollUp, type CutShort } from '../dag/roll-up.ts';
import { checkRunMove } from '../dag/transitions.ts';
import type { Logger } from '../lib/logger.ts';
import type { AttemptRecord } from '../storage/attempts.ts';
import type { NodeRecord } from '../storage/nodes.ts';
import { finishRun, requestStop } from '../storage/runs.ts';
import { NodeRunner, type NodeRunnerOptions } from './node-runner.ts';
import { runLogFile } from './run-folders.ts';
import { createRunLog, type RunLog } from './run-log.ts';
import { createRunState, type LoadedRun, type RunState } from './run-state.ts';

/** What changed, told after it was committed. */
export type RunChange =
  | { readonly kind: 'run'; readonly id: number }
  | {
      readonly kind: 'node';
      readonly id: number;
      /** As it was committed; it may have moved on. */ readonly node: NodeRecord;
    };

export type DriverOptions = Omit<
  NodeRunnerOptions,
  'record' | 'state' | 'log' | 'changed' | 'ended'
> & {
  readonly run: LoadedRun;
  readonly logger: Logger;
  readonly changed: (change: RunChange) => void;
  /** Called once, after the end of the run was committed. */
  readonly ended: () => void;
};

/** Drives one run from its first step to its end. Woken by events only: an end, a limit, a stop. */
export class RunDriver {
  readonly #options: DriverOptions;
  readonly #state: RunState;
  readonly #nodes: NodeRunner;
  readonly #log: RunLog;
  #cutShort: CutShort;
  #over = false;
  #cancelTimeout: () => void = () => undefined;
  #cancelDelay: (() => void) | null = null;

  constructor(options: DriverOptions) {
    const { record } = options.run;
    this.#options = options;
    this.#cutShort = record.stopRequestedAt === null ? null : 'stop';
    this.#state = createRunState(options.run);
    this.#log = createRunLog(runLogFile(record.logFolder), options.clock, options.logger);
    this.#nodes = new NodeRunner({
      ...options,
      record,
      state: this.#state,
      log: this.#log,
      changed: (node) => this.#nodeChanged(node),
      ended: () => this.#proceed(),
    });
  }

  /** Steps that have a process. */
  get runningSteps(): number {
    return this.#nodes.count;
  }

  begin(): void {
    const { run, writes, changed } = this.#options;
    const { record } = run;
    this.#log('run started', {
      dag: record.dagName,
      run: record.runId,
      trigger: record.triggerType,
    });
    writes.record(
      () => undefined,
      () => changed({ kind: 'run', id: record.id }),
    );
    this.#limitTime();
    this.#proceed();
  }

  /** Goes on with a run of an earlier engine; takes over the processes that still run. */
  resume(attempts: readonly AttemptRecord[]): void {
    this.#log('run taken over');
    for (const attempt of attempts) this.#nodes.adopt(attempt);
    if (this.#cutShort !== null) this.#nodes.stopAll();
    this.#limitTime();
    this.#proceed();
  }

  stop(): void {
    const { run, writes, clock } = this.#options;
    this.#log('stop requested');
    writes.record((db) => requestStop(db, run.record.id, clock.now()));
    this.#cut('stop');
  }

  /** Looks away from the run and lets its processes live. */
  detach(): void {
    this.#over = true;
    this.#cancelTimeout();
    this.#cancelDelay?.();
    this.#nodes.detachAll();
  }

  #proceed(): void {
    if (this.#over) return;
    if (this.#cutShort === null) this.#makeMoves();
    const waits = this.#nodes.count > 0 || this.#cancelDelay !== null;
    if (!waits && (this.#cutShort !== null || !this.#has('not_started'))) this.#finish();
  }

  #makeMoves(): void {
    const statuses = this.#state.nodes.map(({ status }) => status);
    const room = this.#cancelDelay === null ? this.#state.dag.maxActiveSteps : 0;
    for (const move of advance(this.#state.plan, statuses, room)) {
      if (move.kind === 'settle') this.#settle(move);
      else this.#nodes.start(move.position);
      if (move.kind === 'start' && this.#holdNextStart()) return;
    }
  }

  #settle({ position, status, error }: Move & { readonly kind: 'settle' }): void {
    const at = this.#options.clock.now();
    const node = { status, error, startedAt: at, finishedAt: at };
    const { save, after } = this.#state.change(position, node);
    this.#options.writes.record(save, () => this.#nodeChanged(after));
    this.#log('step not run', { step: this.#state.nodes[position]?.name ?? '', status, error });
  }

  /** `delay_sec` holds every start for a while after one, the end of the run included. */
  #holdNextStart(): boolean {
    const { delaySec } = this.#state.dag;
    if (delaySec === 0) return false;
    this.#cancelDelay = this.#options.clock.after(delaySec * 1000, () => {
      this.#cancelDelay = null;
      this.#proceed();
    });
    return true;
  }

  #cut(reason: Exclude<CutShort, null>): void {
    if (this.#over || this.#cutShort !== null) return;
    this.#cutShort = reason;
    this.#cancelDelay?.();
    this.#cancelDelay = null;
    this.#nodes.stopAll();
    this.#proceed();
  }

  #limitTime(): void {
    const { clock, run } = this.#options;
    const { timeoutSec } = this.#state.dag;
    if (timeoutSec === 0) return;
    const due = (run.record.startedAt ?? run.record.createdAt) + timeoutSec * 1000;
    const left = due - clock.now();
    // A run that is taken over too late must start nothing more, so this does not wait for a timer.
    if (left <= 0) this.#timeOut();
    else this.#cancelTimeout = clock.after(left, () => this.#timeOut());
  }

  #timeOut(): void {
    this.#log('run timed out', { limit: this.#state.dag.timeoutSec });
    this.#cut('timeout');
  }

  #finish(): void {
    const { run, writes, clock, changed, ended } = this.#options;
    this.#over = true;
    this.#cancelTimeout();
    const statuses = this.#state.nodes.map((node) => node.status);
    const status = rollUp(statuses, this.#cutShort);
    checkRunMove('running', status);
    const error = status === 'succeeded' ? '' : this.#reason();
    writes.record(
      (db) => finishRun(db, run.record.id, { status, finishedAt: clock.now(), error }),
      () => {
        this.#log('run ended', { status });
        changed({ kind: 'run', id: run.record.id });
        ended();
      },
    );
  }

  #reason(): string {
    const { dag, nodes } = this.#state;
    if (this.#cutShort === 'stop') return 'stopped';
    if (this.#cutShort === 'timeout')
      return `the run took longer than ${dag.timeoutSec}s (timeout_sec)`;
    const failed = nodes.find(({ status }) => status === 'failed');
    return failed === undefined
      ? ''
      : `step "${failed.name}": ${failed.error.split('\n')[0] ?? ''}`;
  }

  #has(status: 'not_started'): boolean {
    return this.#state.nodes.some((node) => node.status === status);
  }

  #nodeChanged(node: NodeRecord): void {
    this.#options.changed({ kind: 'node', id: this.#options.run.record.id, node });
  }
}
