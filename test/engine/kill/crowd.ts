import { join } from 'node:path';
import { seededRandom } from '../../../scripts/samples/seeded-random.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { serveEngine, type ServedEngine } from '../../support/serve-engine.ts';
import { furnish } from './client-kinds.ts';
import { readNotes, storedRuns, type Aftermath } from './client-runs.ts';
import { Client, type Order } from './client.ts';

const CLIENTS = 4;
const PATIENCE_MS = 90_000;

/** Four clients and the engine that they share, which may die and come back. */
export class Crowd {
  readonly config = temporaryConfig();
  readonly #journal = join(temporaryFolder('journal'), 'journal');
  readonly #clients: readonly Client[];
  readonly #work: Promise<unknown>;
  #life = Promise.withResolvers<string | undefined>();
  #isServed = false;
  #answer = Promise.withResolvers<void>();
  #ticks = 0;

  constructor(seed: number) {
    const kinds = furnish(this.config, this.#journal);
    const service = {
      url: () => this.#life.promise,
      tick: () => (this.#ticks += 1),
      answered: () => this.#hasAnswered(),
    };
    this.#clients = Array.from({ length: CLIENTS }, (_, index) => {
      const random = seededRandom(seed * CLIENTS + index);
      return new Client({ name: `c${index}`, random, kinds, service });
    });
    this.#work = Promise.all(this.#clients.map((client) => client.work()));
  }

  /** Lets the clients work with an engine, until it is taken from them. */
  meet({ url }: ServedEngine): void {
    this.#isServed = true;
    this.#life.resolve(url);
  }

  /** The clients wait for the next engine. */
  part(): void {
    // Those who wait already keep the promise that they have.
    if (this.#isServed) this.#life = Promise.withResolvers();
    this.#isServed = false;
  }

  /** Resolves as an answer comes in. */
  get nextAnswer(): Promise<void> {
    return this.#answer.promise;
  }

  get orders(): readonly Order[] {
    return this.#clients.flatMap(({ orders }) => orders);
  }

  /** Ids of the runs that an engine has confirmed. */
  get accepted(): readonly string[] {
    return this.orders.flatMap(({ id, acceptedAt }) => (acceptedAt === null ? [] : [id]));
  }

  get surprises(): readonly string[] {
    return this.#clients.flatMap(({ surprises }) => surprises);
  }

  /** Lets all runs come to their end in a last engine, and stops it. */
  async finish(): Promise<Aftermath> {
    this.part();
    this.#life.resolve(undefined);
    await this.#work;
    const engine = await serveEngine(this.config);
    for (const client of this.#clients) await client.stopHeld(engine.url);
    await eventually(() => areOver(engine.url), 'all runs have ended', PATIENCE_MS);
    await engine.stop();
    return {
      orders: this.orders,
      runs: storedRuns(this.config),
      notes: readNotes(this.#journal),
    };
  }

  #hasAnswered(): void {
    this.#answer.resolve();
    this.#answer = Promise.withResolvers();
  }
}

async function areOver(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/dag-runs`);
  const { dagRuns } = (await answer.json()) as { dagRuns: { statusLabel: string }[] };
  return dagRuns.every(({ statusLabel }) => !['running', 'queued'].includes(statusLabel));
}
