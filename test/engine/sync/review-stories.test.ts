import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { campaign } from '../../support/campaign.ts';
import { dag, pulled, type Synced } from './sync-world.ts';

const stories = campaign('DAGWRIGHT_REVIEW_STORIES', { short: 3, full: 1000 });

const files = { a: 'a.yaml', 'team/b': 'team/b.yaml', 'memory/n': 'memory/n.md' };
type Id = keyof typeof files;

const acts = [
  ...['robin', 'robin', 'robin deletes', 'pull', 'pull', 'edit', 'delete', 'accept', 'accept'],
  ...['discard', 'forget', 'resolve', 'publish', 'restore'],
] as const;

interface Step {
  readonly act: (typeof acts)[number];
  readonly id: Id;
}

const steps = fc.array(
  fc.record<Step>({
    act: fc.constantFrom(...acts),
    id: fc.constantFrom(...(Object.keys(files) as Id[])),
  }),
  { minLength: 15, maxLength: 30 },
);

/** What may lie in the folder: texts of a person here, and of each item the accepted ones. */
class ReviewStory {
  readonly #world: Synced;
  readonly #own = new Set<string>();
  readonly #accepted = new Map<Id, Set<string>>();
  #count = 0;
  #hasMergedUnaccepted = false;

  constructor(world: Synced) {
    this.#world = world;
  }

  /** What is refused changes nothing. */
  async take(step: Step): Promise<void> {
    await this.#act(step).catch(() => undefined);
  }

  async #act({ act, id }: Step): Promise<unknown> {
    const { call, robin, write, pathOf, pull, publish, discard } = this.#world;
    const text = dag(`${act} ${(this.#count += 1)}`);
    switch (act) {
      case 'robin':
        return robin({ [files[id]]: text });
      case 'robin deletes':
        return robin({ [files[id]]: null });
      case 'pull':
        return pull();
      case 'edit':
        this.#own.add(text);
        return write.call(this.#world, files[id], text);
      case 'delete':
        return rmSync(pathOf.call(this.#world, files[id]));
      case 'accept':
        return this.#accept(id);
      case 'discard':
        return discard(id);
      case 'forget':
        return call('sync.forget', { itemId: id });
      case 'resolve':
        return this.#resolve(id, text);
      case 'publish':
        return publish(id, true);
      case 'restore': {
        const { copies } = await call('sync.kept', {});
        return call('sync.restore', { keptId: copies[0]?.keptId ?? '' });
      }
    }
  }

  async #accept(id: Id): Promise<void> {
    const { reviewHash, reviewContent = '' } = await this.#world.call('sync.diff', { itemId: id });
    await this.#world.call('sync.accept', { itemId: id, hash: reviewHash });
    this.#accepted.set(id, (this.#accepted.get(id) ?? new Set()).add(reviewContent));
  }

  async #resolve(id: Id, text: string): Promise<void> {
    const { reviewHash } = await this.#world.call('sync.diff', { itemId: id });
    const { localHash, remoteHash } = await this.#world.call('sync.merge', { itemId: id });
    this.#own.add(text);
    const asked = { itemId: id, content: text, localHash, remoteHash };
    await this.#world.call('sync.resolve', asked);
    this.#hasMergedUnaccepted ||= reviewHash !== '';
  }

  async judge(): Promise<void> {
    expect(this.#hasMergedUnaccepted).toBe(false);
    for (const id of Object.keys(files) as Id[]) {
      const text = this.#world.read(files[id]);
      const isKnown = text === null || this.#own.has(text) || this.#accepted.get(id)?.has(text);
      expect(isKnown, `${files[id]}: ${text ?? ''}`).toBe(true);
    }
    const { items } = await this.#world.status();
    for (const { trust, reviewHash } of items) {
      if (trust === 'review') expect(reviewHash).toMatch(/^[0-9a-f]{64}$/);
    }
    const started = this.#world.call('dags.start', { fileName: 'a' });
    const isWaiting = items.some(({ itemId, trust }) => itemId === 'a' && trust === 'review');
    const isRefused = await started.then(
      () => false,
      ({ code }: { code: string }) => code === 'forbidden',
    );
    expect(isRefused).toBe(isWaiting);
  }

  /** What waits is never stuck: accepted, each item is that of the remote, or a conflict. */
  async end(): Promise<void> {
    await this.#world.pull();
    for (const { itemId, trust } of (await this.#world.status()).items) {
      if (trust === 'review') await this.#accept(itemId as Id);
    }
    await this.judge();
    const { review } = await this.#world.pull();
    expect(review).toEqual([]);
    const remote = await this.#world.remoteFiles();
    for (const { itemId, status } of (await this.#world.status()).items) {
      const path = files[itemId as Id];
      if (status === 'synced') expect(this.#world.read(path)).toBe(remote[path]);
    }
  }
}

it(
  'nothing of the remote lies in the folder before it is accepted, whatever happens on both sides',
  { timeout: 120_000 + stories * 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const first = Object.values(files).map((path) => [path, dag(path)] as const);
        const kept = { ...Object.fromEntries(first), 'README.md': 'No item.\n' };
        const world = await pulled(kept, { trust: 'review' });
        const story = new ReviewStory(world);
        for (const step of all) {
          await story.take(step);
          await story.judge();
        }
        await story.end();
        await world.engine.stop();
        await world.remote.unplug();
      }),
      { numRuns: stories, endOnFailure: true },
    );
  },
);
