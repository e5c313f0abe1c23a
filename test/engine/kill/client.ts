import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '../../../scripts/samples/seeded-random.ts';
import type { Kind } from './client-kinds.ts';

/** What a client knows of a run that it asked for. Ticks count what happened, over all clients. */
export interface Order {
  readonly id: string;
  readonly kind: Kind;
  readonly sentAt: number;
  /** Tick of the answer; null while there was none. */
  acceptedAt: number | null;
  /** Whether a stop or a removal from the queue was sent, answered or not. */
  disturbed: boolean;
  /** Time at which a stop was confirmed, in milliseconds since the epoch. */
  stoppedMs: number | null;
  /** Whether its removal from the queue was confirmed. */
  dequeued: boolean;
}

/** The engine that the clients talk to, one life after another. */
export interface Service {
  /** Resolves when an engine serves; undefined when there will be none any more. */
  readonly url: () => Promise<string | undefined>;
  readonly tick: () => number;
  readonly answered: () => void;
}

interface ClientOptions {
  readonly name: string;
  readonly random: SeededRandom;
  readonly kinds: readonly Kind[];
  readonly service: Service;
}

const LONGEST_PAUSE_MS = 60;

/** Somebody who starts, queues and stops runs by REST, one order after the other, and remembers what was answered. */
export class Client {
  readonly #options: ClientOptions;
  readonly orders: Order[] = [];
  /** Answers that nobody expects. */
  readonly surprises: string[] = [];

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Works until there is no engine any more. */
  async work(): Promise<void> {
    const { random, service } = this.#options;
    for (let url = await service.url(); url !== undefined; url = await service.url()) {
      await random.pick([
        [() => this.#order(url), 5],
        [() => this.#disturbOne(url), 3],
      ] as const)();
      await delay(random.between(0, LONGEST_PAUSE_MS));
    }
  }

  /** Stops what would go on for ever, unless that was confirmed before. */
  async stopHeld(url: string): Promise<void> {
    for (const order of this.orders) {
      const isLeft = order.kind.held && order.stoppedMs === null && !order.dequeued;
      if (isLeft) await this.#stop(url, order);
    }
  }

  async #order(url: string): Promise<void> {
    const { name, random, kinds, service } = this.#options;
    const unanswered = this.orders.find(({ acceptedAt }) => acceptedAt === null);
    if (unanswered !== undefined && random.chance(0.5)) return this.#ask(url, unanswered, 'again');
    const order: Order = {
      id: `${name}-${this.orders.length + 1}`,
      kind: random.pick(kinds.map((kind) => [kind, kind.weight] as const)),
      sentAt: service.tick(),
      acceptedAt: null,
      disturbed: false,
      stoppedMs: null,
      dequeued: false,
    };
    this.orders.push(order);
    await this.#ask(url, order, 'first');
  }

  /** Asked again after a death, the engine may know the id by now: it is the same run. */
  async #ask(url: string, order: Order, time: 'first' | 'again'): Promise<void> {
    const { path, body } = order.kind;
    const status = await this.#send('POST', url + path, { ...body, dagRunId: order.id });
    const isKnown = status === 200 || (time === 'again' && status === 409);
    if (isKnown) order.acceptedAt = this.#options.service.tick();
    else if (status !== null) this.surprises.push(`${path} ${order.id}: ${status}`);
  }

  async #disturbOne(url: string): Promise<void> {
    const { random } = this.#options;
    const known = this.orders.filter((order) => order.acceptedAt !== null && !order.disturbed);
    const order = known.find(({ kind }) => kind.held) ?? known.at(-1);
    if (order === undefined) return;
    if (order.kind.queue !== null && random.chance(0.3)) await this.#dequeue(url, order);
    else if (order.kind.held || random.chance(0.3)) await this.#stop(url, order);
  }

  async #stop(url: string, order: Order): Promise<void> {
    order.disturbed = true;
    const { id, kind } = order;
    const status = await this.#send('POST', `${url}/dag-runs/${kind.dag}/${id}/stop`);
    if (status === 200) order.stoppedMs = Date.now();
    else if (status !== null && !isTooLate(order, status)) {
      this.surprises.push(`stop ${id}: ${status}`);
    }
  }

  async #dequeue(url: string, order: Order): Promise<void> {
    order.disturbed = true;
    const { id, kind } = order;
    const status = await this.#send('GET', `${url}/dag-runs/${kind.dag}/${id}/dequeue`);
    if (status === 200) order.dequeued = true;
    // It had begun: that is for a stop to end.
    else if (status === 404) order.disturbed = false;
    else if (status !== null) this.surprises.push(`dequeue ${id}: ${status}`);
  }

  /** The status of the answer; null when the engine died first. */
  async #send(method: string, url: string, body?: unknown): Promise<number | null> {
    const { service } = this.#options;
    try {
      const response = await fetch(url, {
        method,
        ...(method === 'POST' && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body ?? {}),
        }),
      });
      await response.arrayBuffer();
      service.answered();
      return response.status;
    } catch {
      return null; // Killed while it was asked: what a client can see of that is no answer.
    }
  }
}

/** A run that has ended cannot be stopped; one whose order was never answered may not exist. */
function isTooLate(order: Order, status: number): boolean {
  return status === 400 || (status === 404 && order.acceptedAt === null);
}
