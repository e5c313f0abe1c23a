import { stepAt } from '../../dag/run-steps.ts';
import { stepTypeOf } from '../../steps/registry.ts';
import type { AttemptRecord } from '../../storage/attempts.ts';
import type { Database } from '../../storage/database.ts';
import { detailOf, type NodeDetail } from '../../storage/nodes.ts';
import type { RunRecord } from '../../storage/runs.ts';
import { NodeRunner, type Decision } from '../node/node-runner.ts';
import type { RunServices } from '../state/run-services.ts';

export interface LivesOptions {
  readonly run: RunServices;
  readonly db: Database;
  /** Called when a node has come to wait, to go on, or to its end. */
  readonly onProgress: () => void;
}

/** The nodes of one run that have begun and not ended. */
export class ActiveNodes {
  readonly #options: LivesOptions;
  readonly #active = new Map<number, NodeRunner>();

  constructor(options: LivesOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#active.size;
  }

  has(position: number): boolean {
    return this.#active.has(position);
  }

  begin(position: number): void {
    this.#add(position).begin();
  }

  /** Goes on with the nodes that an earlier engine left. */
  resume(open: readonly AttemptRecord[]): void {
    for (const { position, status, detail } of this.#options.run.state.nodes) {
      if (status !== 'running' && status !== 'waiting') continue;
      const runner = this.#add(position);
      runner.resume(open.findLast((attempt) => attempt.position === position));
      if (detailOf({ detail }).closed === true) runner.stop();
    }
  }

  /** Ends every wait. A call may have to end what it called, for longer than this engine lives, so it is stored. */
  closeWaiting(): void {
    const { state, writes } = this.#options.run;
    for (const node of state.nodes) {
      const detail = detailOf(node);
      if (node.status !== 'waiting' || detail.closed === true) continue;
      const closed = JSON.stringify({ ...detail, closed: true } satisfies NodeDetail);
      writes.commit(state.change(node.position, { detail: closed }).save);
      this.stop(node.position);
    }
  }

  /** Carries out what a person decided; false when the node waits for nobody. */
  decide(position: number, decision: Decision): boolean {
    const { dag, nodes } = this.#options.run.state;
    const runner = this.#active.get(position);
    const isGate = stepTypeOf(stepAt(dag, position).type).kind === 'gate';
    if (runner === undefined || !isGate || nodes[position]?.status !== 'waiting') return false;
    runner.decide(decision);
    return true;
  }

  /** A run that a node called has changed. */
  childChanged(child: RunRecord): void {
    if (child.parentPosition !== null) this.#active.get(child.parentPosition)?.childChanged(child);
  }

  stop(position: number, reason?: string): void {
    this.#active.get(position)?.stop(reason);
  }

  stopAll(): void {
    for (const runner of [...this.#active.values()]) runner.stop();
  }

  noteLimits(): void {
    for (const runner of this.#active.values()) runner.noteLimits();
  }

  detachAll(): void {
    for (const runner of this.#active.values()) runner.detach();
  }

  #add(position: number): NodeRunner {
    const { onProgress, ...node } = this.#options;
    const runner = new NodeRunner({
      ...node,
      position,
      onProgress: () => {
        if (runner.isOver) this.#active.delete(position);
        onProgress();
      },
    });
    this.#active.set(position, runner);
    return runner;
  }
}
