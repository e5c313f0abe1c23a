import { errorOf, judgeAll } from '../../dag/conditions.ts';
import { continuationOf } from '../../dag/continue-on.ts';
import type { Step } from '../../dag/definition.ts';
import { pauseMs } from '../../dag/pause.ts';
import { repeatDecision } from '../../dag/repeat.ts';
import { shouldRetry } from '../../dag/retry.ts';
import { stepAt } from '../../dag/run-steps.ts';
import { isoTime } from '../../lib/clock.ts';
import type { AttemptCause, AttemptRecord, NewAttempt } from '../../storage/attempts.ts';
import type { Database } from '../../storage/database.ts';
import { detailOf, type NodeDetail, type NodeRecord } from '../../storage/nodes.ts';
import type { RunRecord } from '../../storage/runs.ts';
import { checkConditions } from './check-conditions.ts';
import { calledOff, plainOutcome, type Outcome } from '../work/execution.ts';
import {
  answersTo,
  questionsAbout,
  repeatProblem,
  retryRuleOf,
  storedOutcome,
  type Answers,
} from './judge-node.ts';
import { NodeAttempt } from './node-attempt.ts';
import { leftOf, newPause, storedPause, type NodePause } from './node-pause.ts';
import { NodeStore } from './node-store.ts';
import { prepareStep } from './prepare-step.ts';
import { mailFailedStep } from '../state/run-mails.ts';
import type { RunServices } from '../state/run-services.ts';

export interface NodeRunnerOptions {
  readonly run: RunServices;
  readonly db: Database;
  readonly position: number;
  /** Called in the turn in which the node has come to wait, to go on, or to its end. */
  readonly onProgress: () => void;
}

/** What a person decided at a gate. Inputs are raw. */
export type Decision =
  | {
      readonly kind: 'approved';
      readonly by: string;
      readonly inputs: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'rejected'; readonly by: string; readonly reason: string };

/**
 * One node from its beginning to its end: its preconditions, its attempts, the pauses between them, and what its end
 * means. Each stage is stored before it is entered, so that another engine can go on from there.
 */
export class NodeRunner {
  readonly #options: NodeRunnerOptions;
  readonly #step: Step;
  readonly #store: NodeStore;
  #attempt: NodeAttempt | null = null;
  #number = 0;
  #cause: AttemptCause = 'first';
  #work = new AbortController();
  #cancelPause: () => void = () => undefined;
  #isOver = false;
  /** Why it is to end, in words; null: it is not. */
  #stopped: string | null = null;

  constructor(options: NodeRunnerOptions) {
    this.#options = options;
    this.#step = stepAt(options.run.state.dag, options.position);
    this.#store = new NodeStore(options.run, options.position);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  begin(): void {
    if (this.#step.preconditions.length > 0) this.#check();
    else this.#start(this.#store.node.attempt === 0 ? 'first' : 'rerun');
  }

  /** Goes on where an earlier engine left off. `open`: the attempt of which no end is known. */
  resume(open: AttemptRecord | undefined): void {
    const { run } = this.#options;
    const { stage } = this.#store.node;
    if (open !== undefined) this.#adopt(open);
    else if (stage === 'pausing') this.#wait(storedPause(this.#store.node, run.clock));
    else if (stage === 'judging') void this.#judge(storedOutcome(this.#store.node));
    else this.begin();
  }

  childChanged(child: RunRecord): void {
    this.#attempt?.childChanged(child);
  }

  /** @throws Error when the node waits for nobody: a bug. */
  decide(decision: Decision): void {
    const { clock } = this.#options.run;
    const { by } = decision;
    const at = clock.now();
    this.#attempt?.detach();
    this.#store.change({ doneCount: this.#store.node.doneCount + 1 });
    if (decision.kind === 'rejected') {
      const reason = this.#options.run.vault().mask(decision.reason);
      const error = reason === '' ? 'rejected' : `rejected: ${reason}`;
      this.#finish(plainOutcome('rejected', { error }), { rejected: { at, by, reason } });
      return;
    }
    const { seal } = this.#options.run.vault();
    const inputs = Object.fromEntries(
      Object.entries(decision.inputs).map(([name, value]) => [name, seal(value)]),
    );
    this.#finish(plainOutcome('succeeded', { exitCode: 0 }), { approved: { at, by }, inputs });
  }

  /** `reason`: what its error says. The first one counts. */
  stop(reason = 'stopped'): void {
    if (this.#isOver) return;
    this.#stopped ??= reason;
    if (this.#attempt !== null) this.#attempt.stop();
    else this.#finish(plainOutcome('aborted', { error: this.#stopped }));
  }

  noteLimits(): void {
    this.#attempt?.noteLimit();
  }

  /** Looks away from the node; what runs lives on. */
  detach(): void {
    this.#isOver = true;
    this.#cancelPause();
    this.#work.abort(calledOff);
    this.#attempt?.detach();
  }

  #check(): void {
    const { run, position } = this.#options;
    const startedAt = run.clock.now();
    this.#store.record({
      status: 'running',
      stage: 'checking',
      startedAt,
      ...this.#store.logFiles(),
    });
    void this.#async(plainOutcome('failed'), async (signal) => {
      const prepared = await prepareStep(run, position, signal);
      const setting = { ...prepared, shell: run.defaultShell, signal, mask: run.vault().mask };
      const verdict = judgeAll(await checkConditions(this.#step.preconditions, setting));
      if (verdict.kind === 'broken') throw new Error(errorOf(verdict));
      return () => {
        if (verdict.kind === 'unmet') {
          this.#finish(plainOutcome('skipped', { error: errorOf(verdict) }));
        } else this.#start(this.#store.node.attempt === 0 ? 'first' : 'rerun');
      };
    });
  }

  #start(cause: AttemptCause): void {
    const begin = (): void => void life.begin();
    const life = this.#newAttempt(this.#store.startAttempt(cause, begin));
  }

  #newAttempt(attempt: NewAttempt): NodeAttempt {
    this.#number = attempt.number;
    this.#cause = attempt.cause;
    this.#attempt = new NodeAttempt({
      ...this.#options,
      attempt,
      waiting: (isWaiting) => this.#waits(isWaiting),
      asks: (prompt) => this.#asks(prompt),
      chose: (chosen) => this.#store.record({ detail: JSON.stringify({ chosen }) }),
      ended: (outcome) => this.#attemptEnded(this.#withReason(outcome)),
      neverBegan: () => this.#startAgain(),
    });
    return this.#attempt;
  }

  #adopt(open: AttemptRecord): void {
    this.#options.run.log('step taken over', { step: this.#step.name, pid: open.pid ?? 'unknown' });
    this.#newAttempt(open).adopt(open);
  }

  /** An engine meant to make this attempt and certainly did not. */
  #startAgain(): void {
    this.#attempt = null;
    this.#store.dropAttempt(this.#number);
    this.#start(this.#cause);
  }

  #asks(text: string): void {
    const prompt = this.#options.run.vault().mask(text);
    if (prompt !== '') this.#store.change({ detail: JSON.stringify({ prompt }) });
    this.#waits(true);
  }

  #waits(isWaiting: boolean): void {
    const { log } = this.#options.run;
    this.#store.record({ status: isWaiting ? 'waiting' : 'running' });
    log(isWaiting ? 'step waiting' : 'step resumed', { step: this.#step.name });
    this.#options.onProgress();
  }

  /** What carries out a stop does not know why it came. */
  #withReason(outcome: Outcome): Outcome {
    if (this.#stopped === null || outcome.status !== 'aborted') return outcome;
    return { ...outcome, error: this.#stopped };
  }

  #attemptEnded(ended: Outcome): void {
    const { run } = this.#options;
    const { retryCount, doneCount } = this.#store.node;
    this.#attempt = null;
    const { policy, problem } = retryRuleOf(this.#options, ended);
    const outcome = problem === '' ? ended : { ...ended, error: `${ended.error}\n${problem}` };
    this.#store.endAttempt(this.#number, outcome);
    // One that had ended before it was to be stopped keeps its end, and begins no more.
    const mayGoOn = this.#stopped === null;
    if (mayGoOn && policy !== null && shouldRetry(policy, { ...outcome, retryCount })) {
      run.log('step retry', { step: this.#step.name, error: outcome.error });
      const pause = { lengthMs: pauseMs(policy, retryCount), since: outcome.endedAt };
      this.#pause(newPause('retry', pause, run.clock), { retryCount: retryCount + 1 });
      return;
    }
    this.#store.change({ doneCount: doneCount + 1 });
    const isDecided = outcome.status === 'aborted' || outcome.status === 'rejected';
    if (isDecided || !mayGoOn) this.#finish(outcome);
    else void this.#judge(outcome);
  }

  /** Whether it runs again, and if not, what its end means. Only what has to be asked for takes time. */
  async #judge(outcome: Outcome): Promise<void> {
    const questions = questionsAbout(this.#options, outcome);
    if (questions.condition === null && !questions.output) {
      this.#decideEnd(outcome, { condition: null, outputMatched: null });
      return;
    }
    const { status, timedOut, unknownExit } = outcome;
    const detail: NodeDetail = {
      ...detailOf(this.#store.node),
      end: { status, timedOut, unknownExit, at: outcome.endedAt ?? this.#options.run.clock.now() },
    };
    this.#store.record({ stage: 'judging', detail: JSON.stringify(detail) });
    await this.#async({ ...outcome, status: 'failed' }, async (signal) => {
      const answers = await answersTo(this.#options, questions, { status, signal });
      return () => this.#decideEnd(outcome, answers);
    });
  }

  #decideEnd(outcome: Outcome, { condition, outputMatched }: Answers): void {
    const { repeatPolicy } = this.#step;
    const { doneCount } = this.#store.node;
    if (condition !== null) this.#store.noteRepeat(repeatProblem(condition));
    const conditionMet = condition && condition.kind === 'met';
    const { status, exitCode } = outcome;
    const succeeded = status === 'succeeded' || status === 'partially_succeeded';
    if (repeatPolicy !== null && status !== 'skipped') {
      const execution = { doneCount, succeeded, exitCode, conditionMet };
      if (repeatDecision(repeatPolicy, execution) === 'again') {
        this.#store.change({ error: this.#store.withRepeatProblem(outcome.error) });
        const pause = { lengthMs: pauseMs(repeatPolicy, doneCount - 1), since: outcome.endedAt };
        this.#pause(newPause('repeat', pause, this.#options.run.clock), { retryCount: 0 });
        return;
      }
    }
    const detail: NodeDetail = outputMatched === null ? {} : { outputMatched };
    if (status === 'failed') this.#fail(outcome, detail);
    else this.#finish(outcome, detail);
  }

  /** Ends a node that has failed for good, as its `continue_on` has it. */
  #fail(outcome: Outcome, detail: NodeDetail = {}): void {
    const { exitCode } = outcome;
    const end = {
      status: 'failed',
      exitCode,
      outputMatched: detail.outputMatched === true,
    } as const;
    const { continued, markSuccess } = continuationOf(this.#step.continueOn, end);
    this.#finish(markSuccess ? { ...outcome, status: 'succeeded' } : outcome, detail, continued);
  }

  #pause(pause: NodePause, patch: Partial<NodeRecord>): void {
    this.#store.change(patch);
    if (pause.pause.lengthMs === 0) this.#start(pause.next);
    else this.#wait(pause);
  }

  #wait(pause: NodePause): void {
    const { clock } = this.#options.run;
    const left = leftOf(pause, clock);
    const { leftOut, repeatProblem: why } = detailOf(this.#store.node);
    const detail = JSON.stringify({ ...pause, leftOut, repeatProblem: why });
    this.#store.record({ stage: 'pausing', dueAt: clock.now() + left, detail });
    this.#cancelPause = clock.after(left, () => this.#start(pause.next));
  }

  #finish(outcome: Outcome, detail: NodeDetail = {}, continued?: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelPause();
    this.#work.abort(calledOff);
    const { run, onProgress } = this.#options;
    const { status, exitCode, error } = outcome;
    const finishedAt = outcome.endedAt ?? run.clock.now();
    const masked = this.#store.withRepeatProblem(error);
    const isSkip = status === 'skipped';
    const goesOn =
      continued ??
      // What a router may choose never holds up what follows when it is skipped.
      (isSkip && (this.#step.routedBy.length > 0 || this.#step.continueOn.skipped));
    const { chosen, prompt, facts, leftOut, repeatProblem: why } = detailOf(this.#store.node);
    this.#store.record({
      status,
      exitCode,
      error: masked,
      finishedAt,
      startedAt: this.#store.node.startedAt ?? finishedAt,
      stage: '',
      dueAt: null,
      continued: goesOn ? 1 : 0,
      detail: JSON.stringify({ chosen, prompt, facts, leftOut, repeatProblem: why, ...detail }),
    });
    if (this.#attempt !== null) this.#store.closeAttempt(this.#number, detail.inputs ?? {});
    this.#attempt = null;
    mailFailedStep(run, this.#options.position);
    run.log('step ended', {
      step: this.#step.name,
      status,
      ...(exitCode === null ? {} : { exit: exitCode }),
      ...(masked === '' ? {} : { error: masked }),
      ...(outcome.endedAt === null ? {} : { ended: isoTime(outcome.endedAt) }),
    });
    onProgress();
  }

  /** Does something that takes time, unless the node ends meanwhile; what it throws fails the node, as `failed` says. */
  async #async(failed: Outcome, work: (signal: AbortSignal) => Promise<() => void>): Promise<void> {
    this.#work = new AbortController();
    const { signal } = this.#work;
    let then: () => void;
    try {
      then = await work(signal);
    } catch (error) {
      const errors = [failed.error, (error as Error).message].filter((text) => text !== '');
      then = () => this.#fail({ ...failed, error: errors.join('\n') });
    }
    if (!this.#isOver) then();
  }
}
