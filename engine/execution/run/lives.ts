import { stepAt } from '../../dag/run-steps.ts';
import { stepTypeOf } from '../../steps/registry.ts';
import type { AttemptRecord } from '../../storage/attempts.ts';
import type { Database } from '../../storage/database.ts';
import { detailOf, type NodeDetail } from '../../storage/nodes.ts';
import type { RunRecord } from '../../storage/runs.ts';
import { NodeLife, type Decision } from '../node/node-life.ts';
import type { RunSetting } from '../state/run-setting.ts';

export interface LivesOptions {
  readonly run: RunSetting;
  readonly db: Database;
  /** Called when a node has come to wait, to go on, or to its end. */
  readonly moved: () => void;
}

/** The nodes of one run that have begun and not ended. */
export class Lives {
  readonly #options: LivesOptions;
  readonly #lives = new Map<number, NodeLife>();

  constructor(options: LivesOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#lives.size;
  }

  has(position: number): boolean {
    return this.#lives.has(position);
  }

  begin(position: number): void {
    this.#add(position).begin();
  }

  /** Goes on with the nodes that an earlier engine left. */
  resume(open: readonly AttemptRecord[]): void {
    for (const { position, status, detail } of this.#options.run.state.nodes) {
      if (status !== 'running' && status !== 'waiting') continue;
      const life = this.#add(position);
      life.resume(open.findLast((attempt) => attempt.position === position));
      if (detailOf({ detail }).closed === true) life.stop();
    }
  }

  /** Ends every wait. A call may have to end what it called, for longer than this engine lives, so it is stored. */
  closeWaiting(): void {
    const { state, writes } = this.#options.run;
    for (const node of state.nodes) {
      const detail = detailOf(node);
      if (node.status !== 'waiting' || detail.closed === true) continue;
      const closed = JSON.stringify({ ...detail, closed: true } satisfies NodeDetail);
      writes.record(state.change(node.position, { detail: closed }).save);
      this.stop(node.position);
    }
  }

  /** Carries out what a person decided; false when the node waits for nobody. */
  decide(position: number, decision: Decision): boolean {
    const { dag, nodes } = this.#options.run.state;
    const life = this.#lives.get(position);
    const isGate = stepTypeOf(stepAt(dag, position).type).kind === 'gate';
    if (life === undefined || !isGate || nodes[position]?.status !== 'waiting') return false;
    life.decide(decision);
    return true;
  }

  /** A run that a node called has changed. */
  childChanged(child: RunRecord): void {
    if (child.parentPosition !== null) this.#lives.get(child.parentPosition)?.childChanged(child);
  }

  stop(position: number): void {
    this.#lives.get(position)?.stop();
  }

  stopAll(): void {
    for (const life of [...this.#lives.values()]) life.stop();
  }

  noteLimits(): void {
    for (const life of this.#lives.values()) life.noteLimits();
  }

  detachAll(): void {
    for (const life of this.#lives.values()) life.detach();
  }

  #add(position: number): NodeLife {
    const { moved, ...node } = this.#options;
    const life = new NodeLife({
      ...node,
      position,
      moved: () => {
        if (life.isOver) this.#lives.delete(position);
        moved();
      },
    });
    this.#lives.set(position, life);
    return life;
  }
}
