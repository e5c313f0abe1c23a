import type { HandlerName } from '../../dag/definition.ts';
import type { CutShort } from '../../dag/roll-up.ts';
import { handlerPosition, handlersOf, stepAt } from '../../dag/run-steps.ts';
import { showSealed } from '../../dag/sealed-text.ts';
import { stepTypeOf } from '../../steps/registry.ts';
import { hasProcess } from '../../steps/work.ts';
import type { AttemptRecord } from '../../storage/attempts.ts';
import { CALLS_ANEW, resetNode, type NodeRecord } from '../../storage/nodes.ts';
import { tallyWait } from '../../storage/run-tallies.ts';
import type { RunPatch, RunRecord } from '../../storage/runs.ts';
import { DagCheck, type DagCheckEnd } from './check-dag.ts';
import { createRunServices, type ServicesOptions } from './create-run-services.ts';
import { ActiveNodes } from './active-nodes.ts';
import type { Decision } from '../node/node-runner.ts';
import { RunLimits } from './run-limits.ts';
import { RunSecrets } from './run-secrets.ts';
import { mailEnd, mailWait } from '../state/run-mails.ts';
import type { RunServices } from '../state/run-services.ts';
import { traceEnd } from '../state/trace-end.ts';
import { createRunState, type RunState } from '../state/run-state.ts';
import { pastEndOf, reasonOf, refusalOf } from './run-end.ts';
import { newWaits } from './new-waits.ts';
import { mayGoOn, openHandlers, outcomeOf } from './run-handlers.ts';
import { StepStarter } from './step-starter.ts';
import { warnOfShort } from './warn-of-short.ts';

export interface DriverOptions extends Omit<ServicesOptions, 'callerServices'> {
  /** Driver of the run that called this one. */
  readonly caller: RunDriver | null;
  /** Called after a change of the run's own status was committed; after its end nothing more comes. */
  readonly onProgress: (run: RunRecord) => void;
}

/**
 * Drives one run through its phases: preconditions, init handler, steps, the other handlers. Woken by events only: an
 * end, a limit, a stop, a decision.
 */
export class RunDriver {
  readonly #options: DriverOptions;
  readonly #services: RunServices;
  readonly #state: RunState;
  readonly #active: ActiveNodes;
  readonly #starter: StepStarter;
  readonly #limits: RunLimits;
  readonly #check = new DagCheck();
  /** Those that this run calls inherit them. */
  readonly secrets: RunSecrets;
  #isOver = false;
  #problem = '';
  /** The run waits again, and its handler was still at the wait before. */
  #owesWait = false;

  constructor(options: DriverOptions) {
    this.#options = options;
    this.#state = createRunState(options.run);
    this.secrets = new RunSecrets(options.run, {
      inherited: options.caller?.secrets ?? null,
      ownEnvironment: options.ownEnvironment,
      onShort: (secrets) => this.#warnOfShort(secrets),
    });
    const callerServices = options.caller === null ? null : options.caller.#services;
    this.#services = createRunServices({ ...options, callerServices }, this.#state, this.secrets);
    this.#active = new ActiveNodes({
      run: this.#services,
      db: options.db,
      onProgress: () => this.#proceed(),
    });
    this.#starter = new StepStarter(this.#services, this.#active, () => this.#proceed());
    this.#limits = new RunLimits(this.#services, options.db);
  }

  /** The run that its user began: itself, or the one that calls it. */
  get rootId(): number {
    const { id, rootId } = this.#options.run.record;
    return rootId ?? id;
  }

  /** Steps that have a process, or are about to. */
  get runningSteps(): number {
    const { dag, nodes } = this.#state;
    const isExecuting = ({ stage, position }: NodeRecord): boolean =>
      stage === 'executing' && hasProcess(stepTypeOf(stepAt(dag, position).type).kind);
    return nodes.filter((node) => node.status === 'running' && isExecuting(node)).length;
  }

  begin(): void {
    const { record } = this.#options.run;
    const { dagName: dag, runId: run, triggerType: trigger, attempt } = record;
    this.#services.log('run started', { dag, run, trigger, ...(attempt === 1 ? {} : { attempt }) });
    for (const warning of this.#state.context.warnings ?? [])
      this.#services.log('warning', { warning: showSealed(warning) });
    this.#options.writes.commit(
      () => undefined,
      () => this.#announce(record),
    );
    this.#limits.begin();
    this.#whenUnlocked(() => {
      this.#limits.limitSteps(() => this.#cut('timeout'));
      this.#proceed();
    });
  }

  #warnOfShort(names: readonly string[]): void {
    const save = warnOfShort(this.#services, this.#state, names);
    if (save === null || this.#isOver) return;
    this.#options.writes.commit(save, () => this.#announce(this.#state.run));
  }

  /** Goes on with a run of an earlier engine; takes over what still runs. */
  resume(attempts: readonly AttemptRecord[]): void {
    this.#services.log('run taken over');
    this.#state.takeOver(this.#options.clock.now());
    this.#limits.takeOver(attempts);
    this.#whenUnlocked(() => {
      this.#active.resume(attempts);
      this.#resumeStopping();
      this.#limits.limitSteps(() => this.#cut('timeout'));
      this.#proceed();
    });
  }

  /** A run that was cut short lets its handlers end, unless it was they who were stopped. */
  #resumeStopping(): void {
    const { phase, cutShort, stopRequestedAt } = this.#state.run;
    const inHandlers = phase === 'handlers';
    if (inHandlers ? cutShort === null && stopRequestedAt !== null : cutShort !== null) {
      this.#active.stopAll();
    }
    for (const { position } of inHandlers ? handlersOf(this.#state.dag) : []) {
      const over = (reason: string): void => this.#active.stop(position, reason);
      if (this.#active.has(position)) this.#limits.limitHandler(position, over);
    }
  }

  stop(): void {
    const { clock } = this.#options;
    this.#services.log('stop requested');
    this.#changeRun({ stopRequestedAt: this.#state.run.stopRequestedAt ?? clock.now() });
    if (this.#state.run.phase === 'handlers') this.#active.stopAll();
    else this.#cut('stop');
  }

  /** Stores how far time limits have come, for an engine that takes over. */
  noteLimits(wasHeld: boolean): void {
    this.#limits.note(wasHeld);
    this.#active.noteLimits();
  }

  /** Carries out what a person decided; false when the node waits for nobody. */
  decide(position: number, decision: Decision): boolean {
    return this.#active.decide(position, decision);
  }

  /** Whether a gate of this run is open. */
  get hasOpenGates(): boolean {
    return this.#state.nodes.some(({ status }) => status === 'waiting');
  }

  /** A run that a node called has changed. */
  childChanged(child: RunRecord): void {
    this.#active.childChanged(child);
  }

  /** Looks away from the run and lets its processes live. */
  detach(): void {
    this.#isOver = true;
    this.#limits.cancel();
    this.#starter.cancel();
    this.#check.abort();
    this.#active.detachAll();
  }

  #whenUnlocked(then: () => void): void {
    const go = (): void => {
      if (this.#isOver) return;
      this.#problem = this.secrets.problem;
      then();
      if (this.#problem !== '') this.#cutForProblem();
    };
    if (this.secrets.areKnown) go();
    else void this.secrets.known.then(go);
  }

  #proceed(): void {
    if (this.#isOver || !this.secrets.areKnown) return;
    // What went wrong before the first step cuts the run short in a moment.
    if (this.#problem !== '' && this.#state.run.cutShort === null) return;
    switch (this.#state.run.phase) {
      case 'checking':
        this.#askConditions();
        return;
      case 'init':
        this.#init();
        return;
      case 'steps':
        this.#steps();
        return;
      case 'handlers':
        this.#handlers();
    }
  }

  #askConditions(): void {
    if (this.#state.run.cutShort !== null) this.#endSteps();
    else void this.#check.ask(this.#services, (end) => this.#takeConditions(end));
  }

  #takeConditions(end: DagCheckEnd): void {
    if (this.#isOver) return;
    if (this.#state.run.cutShort !== null) this.#proceed();
    else if (end.kind === 'met') {
      const hasInit = handlerPosition(this.#state.dag, 'init') !== null;
      this.#changeRun({ phase: hasInit ? 'init' : 'steps' });
      this.#proceed();
    } else {
      this.#changeRun({ conditionErrors: JSON.stringify(end.errors) });
      if (end.kind === 'unmet') this.#cut('precondition');
      else {
        this.#problem = end.problem;
        this.#cutForProblem();
      }
    }
  }

  #init(): void {
    const position = handlerPosition(this.#state.dag, 'init');
    const status = position === null ? 'succeeded' : this.#nodeStatus(position);
    if (this.#active.count > 0) return;
    if (this.#state.run.cutShort !== null) this.#endSteps();
    else if (status === 'not_started') this.#beginHandler('init');
    else if (mayGoOn(this.#state.nodes[position ?? -1])) {
      this.#changeRun({ phase: 'steps' });
      this.#proceed();
    } else this.#cut('init');
  }

  #steps(): void {
    if (this.#state.run.cutShort === null) this.#starter.startSteps();
    const steps = this.#state.nodes.slice(0, this.#state.dag.steps.length);
    const isCut = this.#state.run.cutShort !== null;
    if (this.#starter.isHeld || steps.some(({ status }) => status === 'running')) {
      this.#owesWait = false;
      this.#become('running');
    } else if (!isCut && steps.some(({ status }) => status === 'waiting')) {
      // A refusal decides for the whole run: nobody needs to answer the other gates.
      if (steps.some(({ status }) => status === 'rejected')) this.#active.closeWaiting();
      else if (this.#become('waiting') || this.#owesWait) this.#tellOfWaits();
    } else if (this.#active.count === 0) {
      this.#endSteps();
    }
  }

  /** The wait handler runs when the run comes to wait for something of which it has not told; a mail goes out with it. */
  #tellOfWaits(): void {
    const { dag } = this.#state;
    if (handlerPosition(dag, 'wait') === null && !dag.mailOn.wait) return;
    const waitedFor = newWaits(this.#options.db, this.#state);
    this.#owesWait = waitedFor !== null && !this.#beginHandler('wait');
    if (waitedFor === null || this.#owesWait) return;
    this.#changeRun({ waitedFor });
    mailWait(this.#services);
  }

  #cutForProblem(): void {
    this.#cut('setup', { error: this.#services.vault().mask(this.#problem) });
  }

  #cut(reason: Exclude<CutShort, null>, patch: RunPatch = {}): void {
    if (this.#isOver || this.#state.run.cutShort !== null) return;
    this.#changeRun({ ...patch, cutShort: reason });
    this.#starter.cancel();
    this.#check.abort();
    this.#active.stopAll();
    this.#proceed();
  }

  #endSteps(): void {
    if (this.#active.count > 0 || this.#check.isUnderWay) return;
    this.#limits.cancel();
    this.#become('running');
    if (openHandlers(this.#state).length > 0) this.#changeRun({ phase: 'handlers' });
    this.#handlers();
  }

  #handlers(): void {
    if (this.#active.count > 0) return;
    this.#limits.cancel();
    const [next] = openHandlers(this.#state);
    if (next === undefined) this.#finish();
    else this.#beginHandler(next);
  }

  /** False: it is still at what it was begun for before. */
  #beginHandler(name: HandlerName): boolean {
    const { dag, nodes } = this.#state;
    const position = handlerPosition(dag, name);
    const node = position === null ? undefined : nodes[position];
    if (position === null || node === undefined) return true;
    if (this.#active.has(position)) return false;
    // A wait handler runs each time that the run comes to wait.
    if (node.status !== 'not_started') this.#state.change(position, resetNode(node, CALLS_ANEW));
    this.#active.begin(position);
    this.#limits.beginHandler(position, (reason) => this.#active.stop(position, reason));
    return true;
  }

  #finish(): void {
    const finishedAt = pastEndOf(this.#state) ?? this.#options.clock.now();
    this.#isOver = true;
    this.#limits.cancel();
    const status = outcomeOf(this.#state);
    const error = status === 'succeeded' ? '' : reasonOf(this.#state);
    const refusal = refusalOf(this.#state);
    const save = this.#state.changeRun({
      status,
      phase: 'handlers',
      finishedAt,
      error: this.#services.vault().mask(error),
    });
    const ended = this.#state.run;
    this.#options.writes.commit(save, () => {
      this.#services.log('run ended', { status, ...(refusal !== '' && { error: refusal }) });
      this.#announce(ended);
    });
    mailEnd(this.#services);
    traceEnd(this.#services);
  }

  /** Whether that is news. */
  #become(status: 'running' | 'waiting'): boolean {
    if (this.#state.run.status === status) return false;
    this.#services.log(status === 'waiting' ? 'run waiting' : 'run resumed');
    this.#changeRun({ status });
    const { id } = this.#state.run;
    const at = this.#options.clock.now();
    // No time of the run's row tells later that it waited.
    if (status === 'waiting') this.#options.writes.commit((db) => tallyWait(db, id, at));
    return true;
  }

  #changeRun(patch: RunPatch): void {
    const save = this.#state.changeRun(patch);
    const after = this.#state.run;
    const isNews = patch.status !== undefined;
    this.#options.writes.commit(save, isNews ? () => this.#announce(after) : undefined);
  }

  #announce(run: RunRecord): void {
    this.#options.changed({ kind: 'run', id: run.id });
    this.#options.onProgress(run);
  }

  #nodeStatus(position: number): NodeRecord['status'] {
    return this.#state.nodes[position]?.status ?? 'not_started';
  }
}
