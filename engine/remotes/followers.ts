import type { EventFilter, EventListener } from '../contract/events.ts';

type Follow = (node: string, filter: EventFilter, listener: EventListener) => () => void;

interface Follower {
  readonly node: string;
  readonly filter: EventFilter;
  readonly listener: EventListener;
  end: () => void;
}

/** Subscriptions to nodes, which outlive a change of the settings of their node. */
export class Followers {
  readonly #follow: Follow;
  readonly #all = new Set<Follower>();

  constructor(follow: Follow) {
    this.#follow = follow;
  }

  /** Returns the end of the subscription, which is safe to call twice. */
  add(node: string, filter: EventFilter, listener: EventListener): () => void {
    const follower: Follower = {
      node,
      filter,
      listener,
      end: this.#follow(node, filter, listener),
    };
    this.#all.add(follower);
    return () => {
      if (this.#all.delete(follower)) follower.end();
    };
  }

  /** Lets those whose node is another one now follow that. */
  renew(isOther: (node: string) => boolean): void {
    for (const follower of this.#all) {
      const { node, filter, listener } = follower;
      if (!isOther(node)) continue;
      follower.end();
      follower.end = this.#follow(node, filter, listener);
    }
  }

  clear(): void {
    this.#all.clear();
  }
}
