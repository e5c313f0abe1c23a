import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { anEngine } from '../../support/engine.ts';
import { forkEngine } from '../../support/fork-engine.ts';
import type { RequestKind } from '../../support/git/http-remote.ts';
import {
  draftsOf,
  idOf,
  idsOf,
  localContents,
  nothingLost,
  oidOf,
  remoteContents,
  set,
  type Contents,
} from './story-contents.ts';
import type { Asked, Edit, Loss, Step } from './story-steps.ts';
import { dag, Synced } from './sync-world.ts';

/** A publish of one item; of all where there is no `only`. */
interface Publish {
  readonly only: string | null;
  readonly force: boolean;
  /** Whether a hook refuses what it sends. */
  readonly isRefused: boolean;
}

/** Both sides at one time. */
interface Moment {
  readonly local: Contents;
  readonly remote: Contents;
}

/** A request during which somebody edits. */
interface Slow {
  readonly request: RequestKind;
  /** When the edit was done; null: the request was not needed. */
  moment: Moment | null;
}

interface Sent {
  readonly remote: Map<string, string>;
  /** What both sides have then. */
  readonly shared: ReadonlyMap<string, string | undefined>;
  /** What the remote did not have. */
  readonly count: number;
}

const publishAll: Publish = { only: null, force: false, isRefused: false };

/** The git of the system as the judge: it names contents, and knows each that the remote ever had. */
export class Story {
  world: Synced;
  /** What both sides had last, by the ids of items: the name that git gives to it. */
  readonly #base = new Map<string, string>();
  /** The remote when it was last asked. */
  #seen = new Map<string, string>();

  constructor(world: Synced) {
    this.world = world;
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'restart':
        return this.#restart();
      case 'lost':
        return this.#lost(step.what, step.at);
      case 'killed':
        return this.#killed(step.what, step.at);
      case 'pull':
        return this.#pull();
      case 'slow':
        return this.#slow(step);
      case 'publish all':
        return this.#publish(publishAll);
      case 'all refused':
        return this.#publish({ ...publishAll, isRefused: true });
      case 'refused':
        return this.#publish({ only: step.id, force: false, isRefused: true });
      case 'publish':
      case 'force':
        return this.#publish({ only: step.id, force: step.do === 'force', isRefused: false });
      case 'discard':
        return this.#discard(step.id);
      case 'forget':
        return this.#forget(step.id);
      case 'resolve':
        return this.#resolve(step);
      case 'restore':
        return this.#restore(step.nth);
      default:
        return this.#edit(step);
    }
  }

  async #edit(edit: Edit): Promise<void> {
    if (edit.do.startsWith('robin')) return this.#robin(edit);
    const path = this.#pathHere(edit.id);
    switch (edit.do) {
      case 'edit':
        return this.world.write(path, dag(edit.word));
      case 'delete':
        return rmSync(this.world.pathOf(path), { force: true });
      case 'rename':
        return this.#rename(path, this.#pathHere(edit.to));
      case 'other name':
        return this.#rename(path, otherName(path));
    }
  }

  #pathHere(id: string): string {
    return this.world.read(`${id}.yml`) === null ? `${id}.yaml` : `${id}.yml`;
  }

  #rename(from: string, to: string): void {
    if (this.world.read(from) === null) return;
    mkdirSync(dirname(this.world.pathOf(to)), { recursive: true });
    renameSync(this.world.pathOf(from), this.world.pathOf(to));
  }

  async #robin(edit: Edit): Promise<void> {
    const files = await this.world.remoteFiles();
    const pathOf = (id: string): string =>
      files[`${id}.yml`] === undefined ? `${id}.yaml` : `${id}.yml`;
    const path = pathOf(edit.id);
    const text = files[path];
    if (edit.do === 'robin') {
      await this.world.robin({ [path]: dag(`${edit.word} of Robin`) });
    } else if (text !== undefined) {
      const to = edit.do === 'robin renames' ? pathOf(edit.to) : otherName(path);
      const moved = edit.do === 'robin deletes' ? {} : { [to]: text };
      await this.world.robin({ [path]: null, ...moved });
    }
  }

  async #restart(): Promise<void> {
    const { engine } = this.world;
    await engine.stop();
    this.world = new Synced(await anEngine({ config: engine.config }), this.world.remote);
  }

  async #lost(what: Asked, { request, cut }: Loss): Promise<void> {
    this.world.remote.trouble = (kind) => (kind === request ? { cut } : undefined);
    await this.lost(what);
  }

  /** The line is lost as the trouble of the remote says. */
  async lost(what: Asked): Promise<void> {
    await this.#disturbed(() => failed(this.#ask(what)()));
  }

  async #killed(what: Asked, { request, cut }: Loss): Promise<void> {
    const { remote } = this.world;
    await this.killed(async (config) => {
      const other = await forkEngine(config);
      remote.trouble = (kind) => (kind === request ? { wait: other.kill(), cut } : undefined);
      const asked = what === 'pull' ? ('sync.pull' as const) : ('sync.publishAll' as const);
      await other.call(asked, { message: '' }).catch(() => undefined);
      await other.kill();
    });
  }

  /** Another engine is asked on the same home, and killed. */
  async killed(ask: (config: Config) => Promise<unknown>): Promise<void> {
    const { engine, remote } = this.world;
    await this.#disturbed(async () => {
      await engine.stop();
      await ask(engine.config);
      await remote.left();
      this.world = new Synced(await anEngine({ config: engine.config }), remote);
    });
  }

  /** Whatever has come of it, all texts are whole on both sides, and the next pull finds it out. */
  async #disturbed(ask: () => Promise<unknown>): Promise<void> {
    const before = await this.#moment();
    await ask();
    this.world.remote.trouble = () => undefined;
    const after = await this.#moment();
    for (const [item, oid] of [...after.local, ...after.remote]) {
      expect([before.local.get(item), before.remote.get(item)]).toContain(oid);
    }
    await nothingLost(this.world, before.local);
    await this.#pull();
  }

  #ask(what: Asked): () => Promise<unknown> {
    return what === 'pull'
      ? this.world.pull
      : () => this.world.call('sync.publishAll', { message: '' });
  }

  async #slow({ what, request, meanwhile }: Extract<Step, { do: 'slow' }>): Promise<void> {
    const { remote } = this.world;
    const slow: Slow = { request, moment: null };
    let edited: Promise<void> | undefined;
    remote.trouble = (kind) => {
      if (kind !== request || edited !== undefined) return undefined;
      edited = this.#edit(meanwhile).then(async () => {
        slow.moment = await this.#moment();
      });
      return { wait: edited };
    };
    await (what === 'pull' ? this.#pull(slow) : this.#publish(publishAll, slow));
    remote.trouble = () => undefined;
  }

  async #moment(): Promise<Moment> {
    return { local: await localContents(this.world), remote: await remoteContents(this.world) };
  }

  async #pull(slow?: Slow): Promise<void> {
    const before = await this.#moment();

    await this.world.pull();

    // The remote is asked before the files are looked at.
    const { local: mine } = slow?.moment ?? before;
    const { remote } = slow?.request === 'refs' ? (slow.moment ?? before) : before;
    const expected = new Map(mine);
    for (const item of idsOf(this.#base, mine, remote)) {
      const [base, local, theirs] = [this.#base, mine, remote].map((of) => of.get(item));
      if (theirs !== base && (local === base || local === undefined)) set(expected, item, theirs);
      if (expected.get(item) === theirs) set(this.#base, item, theirs);
    }
    this.#seen = new Map(remote);
    expect(await localContents(this.world)).toEqual(expected);
    await nothingLost(this.world, mine);
  }

  async #publish({ only, force, isRefused }: Publish, slow?: Slow): Promise<void> {
    const { repository } = this.world.remote;
    const before = await this.#moment();
    const states = await this.world.states();
    const isOpen = (item: string): boolean => /modified|untracked/.test(states[item] ?? '');
    const named = only === null ? idsOf(before.local).filter(isOpen) : [only];
    const wanted = named.filter((item) => states[item] !== undefined);
    if (isRefused) repository.hook('exit 1');

    const hasFailed = await failed(
      only === null ? this.#ask('publish all')() : this.world.publish(only, force),
    );

    repository.hook();
    const after = slow?.moment ?? before;
    const isEarly = slow?.request === 'refs' || slow?.request === 'pack';
    const { local } = isEarly ? after : before;
    const { remote } = slow?.request === 'refs' ? after : before;
    let sent = this.#sent(wanted, force, { local, remote });
    // Robin was quicker: all is looked at again.
    const isLate = sent.count > 0 && !isDeepStrictEqual(remote, after.remote);
    if (isLate) sent = this.#sent(wanted, force, after);
    const isStopped = isRefused && sent.count > 0;
    expect(hasFailed).toBe(isStopped || sent.shared.size === 0);
    // What is unknown, and an empty list, are refused before anybody is asked.
    if (!isStopped && wanted.length > 0) {
      for (const [item, oid] of sent.shared) set(this.#base, item, oid);
      this.#seen = sent.remote;
    }
    const there = sent.count > 0 && !isStopped ? sent.remote : after.remote;
    expect(await remoteContents(this.world)).toEqual(there);
    expect(await localContents(this.world)).toEqual(after.local);
  }

  /** What a publish makes of the remote. */
  #sent(wanted: readonly string[], force: boolean, { local, remote }: Moment): Sent {
    const expected = new Map(remote);
    const shared = new Map<string, string | undefined>();
    let count = 0;
    for (const item of wanted) {
      const [base, mine, theirs] = [this.#base, local, remote].map((of) => of.get(item));
      if (mine === base || (theirs !== base && theirs !== mine && !force)) continue;
      set(expected, item, mine);
      shared.set(item, mine);
      if (mine !== theirs) count += 1;
    }
    return { remote: expected, shared, count };
  }

  async #discard(item: string): Promise<void> {
    const before = await localContents(this.world);
    const { isKnown, isThere } = await this.#asked(item);

    const hasFailed = await failed(this.world.discard(item));

    expect(hasFailed).toBe(!isKnown || !isThere);
    const [base, local, theirs] = [this.#base, before, this.#seen].map((of) => of.get(item));
    const expected = new Map(before);
    if (!hasFailed && local !== base && local !== theirs) {
      set(expected, item, theirs);
      set(this.#base, item, theirs);
    }
    expect(await localContents(this.world)).toEqual(expected);
    await nothingLost(this.world, before);
  }

  async #forget(item: string): Promise<void> {
    const before = await localContents(this.world);
    const { isKnown, isThere } = await this.#asked(item);

    const hasFailed = await failed(this.world.call('sync.forget', { itemId: item }));

    expect(hasFailed).toBe(!isKnown || !isThere);
    if (!hasFailed) {
      this.#base.delete(item);
      this.#seen.delete(item);
    }
    expect(await localContents(this.world)).toEqual(before);
  }

  async #asked(item: string) {
    const isKnown = this.#base.has(item) || this.#seen.has(item);
    return { isKnown, isThere: (await this.world.states())[item] !== undefined };
  }

  /** Decides a conflict for a text of its own. */
  async #resolve({ id, word, late }: Extract<Step, { do: 'resolve' }>): Promise<void> {
    const isConflict = (await this.world.states())[id] === 'conflict';
    const merged = await this.world.call('sync.merge', { itemId: id }).catch(() => null);
    expect(merged !== null).toBe(isConflict);
    if (merged === null) return;
    const asked = (await localContents(this.world)).get(id);
    if (late) this.world.write(this.#pathHere(id), dag(`${word} late`));
    const before = await localContents(this.world);
    const content = dag(`${word} merged`);

    const { localHash, remoteHash } = merged;
    const hasFailed = await failed(
      this.world.call('sync.resolve', { itemId: id, content, localHash, remoteHash }),
    );

    expect(hasFailed).toBe(asked !== before.get(id));
    const expected = new Map(before);
    if (!hasFailed) {
      expected.set(id, await oidOf(this.world, content));
      set(this.#base, id, this.#seen.get(id));
    }
    expect(await localContents(this.world)).toEqual(expected);
    await nothingLost(this.world, before);
  }

  async #restore(nth: number): Promise<void> {
    const { copies } = await this.world.call('sync.kept', {});
    const copy = copies[nth % copies.length];
    if (copy === undefined) return;
    const before = await localContents(this.world);
    const { content } = await this.world.call('sync.keptCopy', { keptId: copy.keptId });

    await this.world.call('sync.restore', { keptId: copy.keptId });

    const expected = new Map(before).set(idOf(copy.filePath), await oidOf(this.world, content));
    expect(await localContents(this.world)).toEqual(expected);
    await nothingLost(this.world, before);
  }

  /** The engine says of each item what git would. */
  async judge(): Promise<void> {
    const local = await localContents(this.world);
    const expected = idsOf(this.#base, local, this.#seen).flatMap((item) => {
      const state = stateOf([this.#base, local, this.#seen].map((of) => of.get(item)));
      // What lies in a folder is looked for once it was on the remote.
      const isListed = state !== null && (state !== 'untracked' || !item.includes('/'));
      return isListed ? [[item, state] as const] : [];
    });
    expect(await this.world.states()).toEqual(Object.fromEntries(expected));
    expect(draftsOf(this.world)).toEqual([]);
  }
}

const failed = (asked: Promise<unknown>): Promise<boolean> =>
  asked.then(
    () => false,
    () => true,
  );

const otherName = (path: string): string =>
  path.endsWith('.yml') ? `${idOf(path)}.yaml` : `${idOf(path)}.yml`;

function stateOf([base, local, remote]: readonly (string | undefined)[]): string | null {
  if (local === undefined) return base === undefined || remote === undefined ? null : 'missing';
  if (local === base || local === remote) return 'synced';
  if (base === remote) return base === undefined ? 'untracked' : 'modified';
  return 'conflict';
}
