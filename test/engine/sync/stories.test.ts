import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anEngine } from '../../support/engine.ts';
import { campaign } from '../../support/campaign.ts';
import { runGit } from '../../support/git/git.ts';
import { aRemote, configFor, dag, Synced } from './sync-world.ts';

/** Something that somebody does to a file, or a sync that may lose its line. */
type Step =
  | { readonly do: 'edit' | 'robin'; readonly id: string; readonly word: string }
  | {
      readonly do: 'delete' | 'robin deletes' | 'publish' | 'force' | 'discard';
      readonly id: string;
    }
  | { readonly do: 'pull' | 'publish all' | 'restart' }
  | { readonly do: 'lost'; readonly what: 'pull' | 'publish'; readonly at: Loss };

interface Loss {
  readonly request: 'refs' | 'pack' | 'push-refs' | 'push';
  readonly cut: 'before' | 'middle' | 'after';
}

const id = fc.constantFrom('a', 'b', 'c', 'd');
const word = fc.constantFrom('one', 'two', 'three');
const loss = fc.record<Loss>({
  request: fc.constantFrom('refs', 'pack', 'push-refs', 'push'),
  cut: fc.constantFrom('before', 'middle', 'after'),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ do: fc.constantFrom('edit', 'robin'), id, word }), weight: 6 },
  {
    arbitrary: fc.record({
      do: fc.constantFrom('delete', 'robin deletes', 'publish', 'force', 'discard'),
      id,
    }),
    weight: 5,
  },
  {
    arbitrary: fc.record({ do: fc.constantFrom('pull', 'pull', 'publish all', 'restart') }),
    weight: 4,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('lost'),
      what: fc.constantFrom('pull', 'publish'),
      at: loss,
    }),
    weight: 2,
  },
);

type Contents = ReadonlyMap<string, string>;

/** The git of the system as the judge: it names contents, and knows each that the remote ever had. */
class Story {
  world: Synced;
  /** What both sides had last, by the ids of items: the name that git gives to it. */
  readonly #base = new Map<string, string>();
  /** The remote when it was last asked. */
  #seen: Contents = new Map();

  constructor(world: Synced) {
    this.world = world;
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'edit':
        return this.world.write(`${step.id}.yaml`, dag(step.word));
      case 'delete':
        return rmSync(this.world.pathOf(`${step.id}.yaml`), { force: true });
      case 'robin':
        await this.world.robin({ [`${step.id}.yaml`]: dag(`${step.word} of Robin`) });
        return;
      case 'robin deletes':
        await this.world.robin({ [`${step.id}.yaml`]: null });
        return;
      case 'restart':
        return this.#restart();
      case 'lost':
        return this.#lost(step);
      case 'pull':
        return this.#pull();
      case 'publish all':
        return this.#publish(null, false);
      case 'discard':
        return this.#discard(step.id);
      case 'publish':
      case 'force':
        return this.#publish(step.id, step.do === 'force');
    }
  }

  async #restart(): Promise<void> {
    const { engine, remote } = this.world;
    await engine.stop();
    this.world = new Synced(await anEngine({ config: engine.config }), remote);
  }

  /** Whatever has come of it: the next pull finds it out. */
  async #lost({ what, at }: Extract<Step, { do: 'lost' }>): Promise<void> {
    const { remote } = this.world;
    const before = await this.#local();
    remote.trouble = (request) => (request === at.request ? { cut: at.cut } : undefined);
    const asked =
      what === 'pull' ? this.world.pull() : this.world.call('sync.publishAll', { message: '' });
    await asked.catch(() => undefined);
    remote.trouble = () => undefined;
    await this.#nothingLost(before);
    await this.#pull();
  }

  async #pull(): Promise<void> {
    const [before, remote] = [await this.#local(), await this.#remote()];

    await this.world.pull();

    const expected = new Map(before);
    for (const item of idsOf(this.#base, before, remote)) {
      const [base, local, theirs] = [this.#base, before, remote].map((of) => of.get(item));
      if (theirs !== base && (local === base || local === undefined)) set(expected, item, theirs);
      if (expected.get(item) === theirs) set(this.#base, item, theirs);
    }
    this.#seen = remote;
    expect(await this.#local()).toEqual(expected);
    await this.#nothingLost(before);
  }

  async #publish(only: string | null, force: boolean): Promise<void> {
    const [before, remote] = [await this.#local(), await this.#remote()];
    const states = await this.world.states();
    const isOpen = (item: string): boolean => /modified|untracked/.test(states[item] ?? '');
    const wanted = only === null ? idsOf(before).filter(isOpen) : [only];

    const asked =
      only === null
        ? this.world.call('sync.publishAll', { message: '' })
        : this.world.publish(only, force);
    const isRefused = await asked.then(
      () => false,
      () => true,
    );

    const expected = new Map(remote);
    let count = 0;
    for (const item of wanted) {
      const [base, local, theirs] = [this.#base, before, remote].map((of) => of.get(item));
      if (states[item] === undefined || local === base) continue;
      if (theirs !== base && theirs !== local && !force) continue;
      set(expected, item, local);
      set(this.#base, item, local);
      count += 1;
    }
    // One that is unknown, and an empty list, are refused before anybody is asked.
    if (wanted.length > 0 && (only === null || states[only] !== undefined)) this.#seen = expected;
    expect(isRefused).toBe(count === 0);
    expect(await this.#remote()).toEqual(expected);
    expect(await this.#local()).toEqual(before);
  }

  async #discard(item: string): Promise<void> {
    const before = await this.#local();
    const isKnown = this.#base.has(item) || this.#seen.has(item);
    const isThere = (await this.world.states())[item] !== undefined;

    const isRefused = await this.world.discard(item).then(
      () => false,
      () => true,
    );

    expect(isRefused).toBe(!isKnown || !isThere);
    const [base, local, theirs] = [this.#base, before, this.#seen].map((of) => of.get(item));
    const expected = new Map(before);
    if (!isRefused && local !== base && local !== theirs) {
      set(expected, item, theirs);
      set(this.#base, item, theirs);
    }
    expect(await this.#local()).toEqual(expected);
    await this.#nothingLost(before);
  }

  /** The engine says of each item what git would. */
  async judge(): Promise<void> {
    const local = await this.#local();
    const expected = idsOf(this.#base, local, this.#seen).flatMap((item) => {
      const state = stateOf([this.#base, local, this.#seen].map((of) => of.get(item)));
      return state === null ? [] : [[item, state] as const];
    });
    expect(await this.world.states()).toEqual(Object.fromEntries(expected));
  }

  /** Each text that is not here any more is one that the remote has had, or lies among the kept copies. */
  async #nothingLost(before: Contents): Promise<void> {
    const after = await this.#local();
    const { repository } = this.world.remote;
    for (const [item, oid] of before) {
      if (after.get(item) === oid || (await this.#kept()).has(oid)) continue;
      await repository.git('cat-file', '-e', oid);
    }
  }

  async #kept(): Promise<ReadonlySet<string>> {
    const folder = join(this.world.engine.config.paths.dataDir, 'sync', 'kept');
    if (!existsSync(folder)) return new Set();
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
    return new Set(await Promise.all(texts.map((text) => this.#oidOf(text))));
  }

  async #local(): Promise<Map<string, string>> {
    const names = readdirSync(this.world.pathOf(''));
    expect(names.filter((name) => name.startsWith('.'))).toEqual([]);
    const contents = names.map(async (name) => {
      const oid = await this.#oidOf(this.world.read(name) ?? '');
      return [name.replace('.yaml', ''), oid] as const;
    });
    return new Map(await Promise.all(contents));
  }

  async #remote(): Promise<Map<string, string>> {
    const out = await this.world.remote.repository.git('ls-tree', '-r', 'main');
    const lines = out.split('\n').map((line) => line.split(/\s/));
    return new Map(lines.map(([, , oid = '', path = '']) => [path.replace('.yaml', ''), oid]));
  }

  #oidOf(input: string): Promise<string> {
    return runGit(this.world.remote.repository.folder, ['hash-object', '--stdin'], { input });
  }
}

function idsOf(...contents: readonly Contents[]): readonly string[] {
  return [...new Set(contents.flatMap((one) => [...one.keys()]))];
}

function set(contents: Map<string, string>, item: string, oid: string | undefined): void {
  if (oid === undefined) contents.delete(item);
  else contents.set(item, oid);
}

function stateOf([base, local, remote]: readonly (string | undefined)[]): string | null {
  if (local === undefined) return base === undefined || remote === undefined ? null : 'missing';
  if (local === base || local === remote) return 'synced';
  if (base === remote) return base === undefined ? 'untracked' : 'modified';
  return 'conflict';
}

it('says of every item what git says, and loses no text, whatever happens on both sides', async () => {
  const stories = campaign('DAGWRIGHT_SYNC_STORIES', { short: 2, full: 2000 });

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      // `d` is never on the remote at first, and a file that stays keeps the branch from being empty.
      const files = {
        'a.yaml': dag('a'),
        'b.yaml': dag('b'),
        'c.yaml': dag('c'),
        'z.yaml': dag('z'),
      };
      const remote = await aRemote(files);
      const engine = await anEngine({ config: configFor(remote) });
      const story = new Story(new Synced(engine, remote));
      await story.take({ do: 'pull' });
      for (const one of steps) {
        await story.take(one);
        await story.judge();
      }
      await story.world.engine.stop();
      await remote.unplug();
    }),
    { numRuns: stories, endOnFailure: true },
  );
}, 600_000);
