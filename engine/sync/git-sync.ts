import { hash } from 'node:crypto';
import type { GitSyncSettings } from '../config/config.ts';
import { EngineError } from '../contract/errors.ts';
import {
  dagsToAccept,
  hasReviews,
  syncItem,
  syncState,
  type SyncStateRow,
} from '../storage/sync-items.ts';
import type { GitSyncOptions, SyncActivity } from './git-sync-options.ts';
import type { SyncItem } from './items.ts';
import { isUnderReview } from './review.ts';
import type { SyncContext } from './sync-context.ts';

const IDLE: SyncActivity = { doing: '', progress: null };

/** All that is loaded when Git Sync is first used, and not before. */
export type Room = Awaited<ReturnType<typeof openRoom>>;

/** The items as they are, and what is known of the remote. */
export interface SyncOverview {
  readonly items: readonly SyncItem[];
  readonly state: SyncStateRow | undefined;
}

/**
 * Keeps the folder of DAGs in step with a Git remote. One operation changes things at a time; looking is free. While it is
 * off, nothing of it is loaded, and no timer runs.
 */
export class GitSync {
  readonly #options: GitSyncOptions;
  #room: Promise<Room> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #activity = IDLE;
  #abort = new AbortController();
  #cancelNext: () => void = () => undefined;
  #isServing = false;

  constructor(options: GitSyncOptions) {
    this.#options = options;
  }

  get settings(): GitSyncSettings {
    return this.#options.config.gitSync;
  }

  get activity(): SyncActivity {
    return this.#activity;
  }

  get trust(): 'review' | 'always' {
    return this.settings.trust ?? this.#options.usualTrust;
  }

  /** Whether what a pull brings or changes must be accepted before it comes into the folder of DAGs. */
  get needsReview(): boolean {
    return this.settings.enabled && this.trust === 'review';
  }

  /**
   * Whether an item waits for somebody who accepts its text: until then it does not start. Asked whatever is usual here, and
   * also while Git Sync is off: the engine that pulled the text may have been another, such as that of the app.
   */
  isUnderReview(itemId: string): boolean {
    const { db } = this.#options;
    if (this.settings.trust === 'always' || !hasReviews(db)) return false;
    return isUnderReview(syncItem(db, itemId));
  }

  /** The items of this name, in whichever folder, that wait so: the one nearest to the root first. */
  underReview(name: string): readonly string[] {
    const { db } = this.#options;
    if (this.settings.trust === 'always' || !hasReviews(db)) return [];
    return dagsToAccept(db).filter((itemId) => itemId === name || itemId.endsWith(`/${name}`));
  }

  /** Whether a text is the one of an item that waits to be accepted. */
  isWaiting(itemId: string, text: string): boolean {
    return syncItem(this.#options.db, itemId)?.reviewHash === hash('sha256', text);
  }

  start(): void {
    this.#isServing = true;
    const { enabled, autoSync } = this.settings;
    if (enabled && autoSync.enabled && autoSync.onStartup) this.#pullAfter(0);
    else this.#pullLater();
  }

  /** The settings may be others: the next pull comes as they say. */
  settingsChanged(): void {
    this.#pullLater();
    this.#options.changed(this.#activity);
  }

  /** Ends what is under way; resolves when it has ended. */
  async stop(): Promise<void> {
    this.#isServing = false;
    this.#cancelNext();
    this.#abort.abort();
    // Whatever is asked of Git ends with it, and with that what waits for its answer.
    const room = await this.#room;
    await room?.close();
    await this.#last;
  }

  /** @throws EngineError `service_unavailable` while Git Sync is off. */
  requireOn(): void {
    if (this.settings.enabled) return;
    throw new EngineError('service_unavailable', 'Git sync is not configured');
  }

  async overview(): Promise<SyncOverview> {
    const room = await this.#open();
    const { db } = this.#options;
    const items = room.missing.notice(await room.knownItems(db, room.files));
    return { items, state: syncState(db) };
  }

  /** Something that changes the remote or the folder, when what was asked before has ended. */
  run<T>(
    doing: Exclude<SyncActivity['doing'], ''>,
    work: (room: Room, context: SyncContext) => Promise<T>,
  ): Promise<T> {
    const turn = this.#last.then(() => this.#run(doing, work));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Something that looks and changes nothing, beside whatever is under way. */
  async look<T>(work: (room: Room) => Promise<T>): Promise<T> {
    const room = await this.#open();
    return room.inWords(() => work(room));
  }

  async #run<T>(
    doing: Exclude<SyncActivity['doing'], ''>,
    work: (room: Room, context: SyncContext) => Promise<T>,
  ): Promise<T> {
    // What waits still waits while Git Sync is off.
    if (doing !== 'accept') this.requireOn();
    if (this.#abort.signal.aborted) {
      throw new EngineError('service_unavailable', 'The engine is stopping.');
    }
    const room = await this.#open();
    this.#say({ doing, progress: null });
    try {
      const result = await room.inWords(() => work(room, this.#context(room)));
      room.kept.prune();
      return result;
    } finally {
      this.#say(IDLE);
    }
  }

  #say(activity: SyncActivity): void {
    this.#activity = activity;
    this.#options.changed(activity);
  }

  #context(room: Room): SyncContext {
    const { db, writes, clock, log, filesChanged, knownSecrets } = this.#options;
    const { settings } = this;
    return {
      db,
      writes,
      clock,
      log,
      settings,
      needsReview: this.needsReview,
      files: room.files,
      kept: room.kept,
      git: room.git,
      remote: () => room.credentials.remoteOf(settings),
      knownSecrets,
      signal: this.#abort.signal,
      progress: (progress) => this.#say({ ...this.#activity, progress }),
      changed: filesChanged,
    };
  }

  #open(): Promise<Room> {
    return (this.#room ??= openRoom({ ...this.#options, signal: this.#abort.signal }));
  }

  #pullLater(): void {
    this.#cancelNext();
    const { enabled, autoSync } = this.settings;
    if (this.#isServing && enabled && autoSync.enabled) this.#pullAfter(autoSync.intervalMs);
  }

  #pullAfter(delayMs: number): void {
    this.#cancelNext();
    this.#cancelNext = this.#options.clock.after(delayMs, () => void this.#pullByItself());
  }

  async #pullByItself(): Promise<void> {
    try {
      await this.run('pull', (room, context) => room.pull(context));
    } catch (error) {
      this.#options.log.warn('Git Sync could not pull', { error: (error as Error).message });
    }
    this.#pullLater();
  }
}

async function openRoom(options: GitSyncOptions & { readonly signal: AbortSignal }) {
  const { createRoom } = await import('./room.ts');
  return createRoom(options);
}
