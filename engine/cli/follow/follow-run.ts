import type { EngineClient } from '../../contract/client.ts';
import type { EngineEvent } from '../../contract/events.ts';
import type { NodeObject, RunDetail, RunSummary } from '../../contract/run.ts';
import { isActiveRun } from '../../contract/status.ts';
import type { Clock } from '../../lib/clock.ts';
import { CliError } from '../cli-error.ts';
import { orNull } from '../find-run.ts';
import { hasEnded, isNewer } from './node-progress.ts';
import { RunLogs } from './run-logs.ts';
import type { RunView } from './run-view.ts';

interface FollowOptions {
  readonly client: EngineClient;
  readonly clock: Clock;
  readonly run: { readonly name: string; readonly dagRunId: string };
  readonly view: RunView;
  /** Gives up following; the run goes on. */
  readonly signal?: AbortSignal;
  /** Ends as well where nothing goes on before a person decides. */
  readonly untilGate?: boolean;
}

/** Events may be missed while their stream is lost, so the whole is looked at now and then. */
const LOOK_MS = 2000;

/**
 * Shows a run to its view until it has ended, and resolves with it. With `untilGate` also while it waits for a person.
 *
 * @throws the reason of `signal` when it is aborted.
 */
export async function followRun(options: FollowOptions): Promise<RunDetail> {
  const follower = new RunFollower(options);
  try {
    return await follower.follow();
  } finally {
    follower.end();
  }
}

/** Everything happens in one queue, so that the view sees the lines of a step before its end. */
class RunFollower {
  readonly #options: FollowOptions;
  readonly #logs: RunLogs;
  readonly #nodes = new Map<number, NodeObject>();
  readonly #ended = Promise.withResolvers<RunDetail>();
  #queue: Promise<void> = Promise.resolve();
  #over = false;
  #known: RunDetail | null = null;
  #cancelLook = (): void => undefined;
  #unsubscribe = (): void => undefined;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#logs = new RunLogs({ ...options, enqueue: (work) => this.#enqueue(work) });
  }

  async follow(): Promise<RunDetail> {
    const { client, run, signal } = this.#options;
    signal?.addEventListener('abort', () => this.#ended.reject(signal.reason));
    this.#unsubscribe = client.subscribe(run, (event) => this.#receive(event));
    this.#look();
    return this.#ended.promise;
  }

  end(): void {
    this.#over = true;
    this.#cancelLook();
    this.#logs.end();
    this.#unsubscribe();
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue
      .then(() => (this.#over ? undefined : work()))
      .catch((error: unknown) => this.#ended.reject(error));
  }

  #look(): void {
    this.#enqueue(async () => {
      await this.#refresh();
      if (!this.#over) this.#cancelLook = this.#options.clock.after(LOOK_MS, () => this.#look());
    });
  }

  #receive(event: EngineEvent): void {
    if (event.type === 'log.appended' && event.stepName !== '') {
      this.#logs.appended(event.stepName, event.stream);
    } else if (event.type === 'node.changed') {
      this.#enqueue(() => this.#nodeChanged(event.index, event.node));
    } else if (event.type === 'run.changed' && !isActiveRun(event.run.statusLabel)) {
      this.#enqueue(() => this.#refresh(event.run));
    } else if (event.type === 'run.changed' && event.run.statusLabel === 'waiting') {
      this.#enqueue(() => this.#refresh());
    } else if (event.type === 'run.removed') {
      this.#enqueue(() => this.#refresh());
    }
  }

  async #refresh(ended?: RunSummary): Promise<void> {
    const { client, run, view } = this.#options;
    const answer = await orNull(client.call('runs.get', run));
    if (answer === null) return this.#finishUnseen(ended);
    const { dagRun } = answer;
    if (this.#known === null) view.steps(dagRun.nodes.map(({ step }) => step.name));
    this.#known = dagRun;
    for (const [index, node] of dagRun.nodes.entries()) await this.#nodeChanged(index, node);
    const isOver = this.#options.untilGate === true && isAtGate(dagRun);
    if (isActiveRun(dagRun.statusLabel)) await this.#logs.catchUpOpen();
    if (isOver || !isActiveRun(dagRun.statusLabel)) this.#ended.resolve(dagRun);
  }

  async #nodeChanged(index: number, node: NodeObject): Promise<void> {
    const before = this.#nodes.get(index) ?? null;
    if (before !== null && !isNewer(node, before)) return;
    this.#nodes.set(index, node);
    this.#logs.open(node);
    if (hasEnded(node)) await this.#logs.close(node);
    this.#options.view.stepChanged(node, before);
  }

  /** A DAG may keep no history: then its run is removed as it ends, and the events have to do. */
  #finishUnseen(ended: RunSummary | undefined): void {
    if (this.#known !== null && ended !== undefined) {
      const nodes = this.#known.nodes.map((node, index) => this.#nodes.get(index) ?? node);
      this.#ended.resolve({ ...this.#known, ...ended, nodes });
      return;
    }
    const { dagRunId } = this.#options.run;
    this.#ended.reject(
      new CliError(`Run ${dagRunId} has ended and was deleted at once.`, {
        hint: 'This DAG keeps no history. See hist_retention_days.',
      }),
    );
  }
}

/** Whether nothing of a run goes on before a person decides. */
export function isAtGate({ statusLabel, nodes, onWait }: RunDetail): boolean {
  if (statusLabel !== 'waiting' || onWait?.statusLabel === 'running') return false;
  return nodes.some((node) => node.statusLabel === 'waiting');
}
