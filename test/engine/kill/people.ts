import { existsSync, readFileSync } from 'node:fs';
import type { EngineClient } from '../../../engine/contract/client.ts';
import type { NodeObject, RunSummary } from '../../../engine/contract/run.ts';
import { hasEnded } from '../../support/engine.ts';
import { approvalInputs } from './mixed-definitions.ts';

type Call = EngineClient['call'];

/** Those who start runs and answer them. What the engine once confirmed to them must never be asked for again. */
export class People {
  readonly #journal: string;
  readonly #confirmed = new Set<string>();
  readonly #stopped = new Set<string>();
  /** Runs that were stopped once more, because the first order was never answered: that stops their handlers. */
  readonly stoppedAgain = new Set<string>();

  constructor(journal: string) {
    this.#journal = journal;
  }

  /** Approves what waits, stops and retries what is there for it. Answers whether all runs are over. */
  async attend(call: Call): Promise<boolean> {
    const { dagRuns } = await call('runs.list', {});
    for (const run of dagRuns) {
      if (run.statusLabel === 'waiting') await this.#approve(call, run);
      if (isToRunAgain(run)) await this.#runAgain(call, run);
      if (run.name === 'stopped' && run.statusLabel === 'running') await this.#stop(call, run);
    }
    return dagRuns.every((run) => hasEnded(run) && !isToRunAgain(run));
  }

  async #approve(call: Call, { name, dagRunId }: RunSummary): Promise<void> {
    const one = { name, dagRunId };
    const inputs = approvalInputs;
    for (const stepName of openGates((await call('runs.get', one)).dagRun.nodes)) {
      const order = `${dagRunId} ${stepName}`;
      await this.#order(order, () => call('runs.approve', { ...one, stepName, inputs }));
    }
    const { subRuns } = await call('subRuns.list', one);
    for (const child of subRuns.filter(({ statusLabel }) => statusLabel === 'waiting')) {
      const sub = { ...one, subDAGRunId: child.dagRunId };
      for (const stepName of openGates((await call('subRuns.get', sub)).dagRun.nodes)) {
        const order = `${child.dagRunId} ${stepName}`;
        await this.#order(order, () => call('subRuns.approve', { ...sub, stepName, inputs }));
      }
    }
  }

  async #runAgain(call: Call, { name, dagRunId }: RunSummary): Promise<void> {
    await this.#order(`${dagRunId} to run again`, () => call('runs.retry', { name, dagRunId }));
  }

  async #order(order: string, give: () => Promise<unknown>): Promise<void> {
    if (this.#confirmed.has(order)) throw new Error(`An order was lost: ${order}`);
    await give();
    this.#confirmed.add(order);
  }

  async #stop(call: Call, { name, dagRunId }: RunSummary): Promise<void> {
    const began =
      existsSync(this.#journal) &&
      readFileSync(this.#journal, 'utf8').includes(`${dagRunId} sleeper`);
    if (!began || this.#confirmed.has(dagRunId)) return;
    if (this.#stopped.has(dagRunId)) this.stoppedAgain.add(dagRunId);
    this.#stopped.add(dagRunId);
    await call('runs.stop', { name, dagRunId });
    this.#confirmed.add(dagRunId);
  }
}

function isToRunAgain({ name, statusLabel }: RunSummary): boolean {
  return name === 'again' && statusLabel === 'failed';
}

function openGates(nodes: readonly NodeObject[]): readonly string[] {
  return nodes
    .filter(({ step, statusLabel }) => step.type === 'hitl' && statusLabel === 'waiting')
    .map(({ step }) => step.name);
}
