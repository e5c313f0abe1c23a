import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../storage/database.ts';
import { freeName, nameHolders, saveNameHolder } from '../../storage/name-holders.ts';
import type { WriteQueue } from '../../storage/write-queue.ts';

/** What a file says its DAG is called. */
export interface NamedFile {
  readonly fileName: string;
  readonly name: string;
  /** Size, time of the last change in nanoseconds, and inode: a file that is moved keeps it. */
  readonly stamp: string;
  /** False for one that cannot be loaded, or that nobody has accepted: it keeps the name that it has, and takes none. */
  readonly isSound: boolean;
}

interface Holder {
  readonly fileName: string;
  /** As the file was when it was seen last. */
  readonly stamp: string;
  /** When it got the name, by the elapsed clock. */
  readonly since: number;
  /** Since when the file is gone; null: it is there, or was not looked for yet. */
  readonly goneSince: number | null;
}

export interface NameHoldersOptions {
  readonly db: Database;
  readonly writes: Pick<WriteQueue, 'commitLater'>;
  readonly clock: Pick<Clock, 'elapsed' | 'after'>;
  /** These files may, or may not, have their name now. */
  readonly changed: (fileNames: Iterable<string>) => void;
}

/** What comes within this time comes at once; a file that is gone for longer is not on its way back from an editor. */
const SETTLE_MS = 2000;
const LONG_AGO = -Infinity;

/**
 * Which file has a name that several say: the one that had it first, until it is gone or calls itself something else. Of those
 * that come at once it is the one whose file is called so, else the older one.
 */
export class NameHolders {
  readonly #options: NameHoldersOptions;
  readonly #holders = new Map<string, Holder>();
  /** The name that a file has: one at most. */
  readonly #heldBy = new Map<string, string>();
  readonly #files = new Map<string, NamedFile>();
  readonly #saying = new Map<string, Set<string>>();
  readonly #timers = new Set<() => void>();
  /** When the look at all files began that is under way. */
  #lookSince: number | null = null;

  constructor(options: NameHoldersOptions) {
    this.#options = options;
    for (const { dagName, fileName } of nameHolders(options.db)) {
      this.#hold(dagName, { fileName, stamp: '', since: LONG_AGO, goneSince: null });
    }
  }

  /** The file that has the name; undefined where none has, or where that is gone for good. */
  holderOf(name: string): string | undefined {
    const holder = this.#holders.get(name);
    if (holder === undefined) return undefined;
    return this.#isThere(name, holder) || this.#mayComeBack(holder) ? holder.fileName : undefined;
  }

  /** Takes note of what a file says. `isFirm`: whoever wrote it has looked whether the name is free. */
  note(file: NamedFile, { isFirm = false } = {}): void {
    const { fileName, name, stamp, isSound } = file;
    this.#forget(fileName);
    this.#files.set(fileName, file);
    this.#saying.set(name, (this.#saying.get(name) ?? new Set()).add(fileName));
    const held = this.#heldBy.get(fileName);
    if (held !== undefined && isSound && held !== name) this.#free(held);
    else if (held !== undefined) this.#patch(held, { stamp, goneSince: null });
    this.#judge(name);
    if (isFirm && this.#heldBy.get(fileName) === name) this.#patch(name, { since: LONG_AGO });
  }

  /** A file is gone. `isForGood`: somebody has said so, and no editor is about to write it again. */
  drop(fileName: string, { isForGood = false } = {}): void {
    this.#forget(fileName);
    const name = this.#heldBy.get(fileName);
    if (name === undefined) return;
    if (isForGood) this.#free(name);
    else this.#leave(name);
  }

  /** A file is called something else, and so is its DAG where its text says no name. */
  move(from: Pick<NamedFile, 'fileName' | 'name'>, to: Pick<NamedFile, 'fileName' | 'name'>): void {
    const holder = this.#holders.get(from.name);
    this.#forget(from.fileName);
    if (holder?.fileName !== from.fileName) return;
    this.#holders.delete(from.name);
    this.#heldBy.delete(from.fileName);
    const goneSince = this.#options.clock.elapsed();
    this.#hold(to.name, { ...holder, fileName: to.fileName, since: LONG_AGO, goneSince });
    this.#tell(to.name);
    if (from.name !== to.name) this.#free(from.name);
  }

  /** A look at all files begins: those that it finds come at once, in whatever order it does. */
  beginLook(): void {
    this.#lookSince ??= this.#options.clock.elapsed();
  }

  /** All files have been seen. One that was not is gone, which counts unless all are: their folder may come back. */
  endLook(): void {
    this.#lookSince = null;
    if (this.#files.size === 0) return;
    for (const [name, holder] of [...this.#holders]) {
      if (this.#isThere(name, holder)) this.#patch(name, { since: LONG_AGO });
      else {
        this.#patch(name, { goneSince: LONG_AGO });
        this.#judge(name);
      }
    }
  }

  stop(): void {
    for (const cancel of this.#timers) cancel();
  }

  #forget(fileName: string): void {
    const name = this.#files.get(fileName)?.name;
    if (name === undefined) return;
    const saying = this.#saying.get(name);
    saying?.delete(fileName);
    if (saying?.size === 0) this.#saying.delete(name);
    const held = this.#heldBy.get(fileName);
    if (held !== undefined) this.#patch(held, { stamp: this.#files.get(fileName)?.stamp ?? '' });
    this.#files.delete(fileName);
  }

  /** Gives a name to the best of those that say it, unless the one that has it keeps it. */
  #judge(name: string): void {
    const holder = this.#holders.get(name);
    if (holder !== undefined) {
      const isKept = this.#isThere(name, holder) ? !this.#isNew(holder) : this.#mayComeBack(holder);
      if (isKept) return;
    }
    const sound = [...(this.#saying.get(name) ?? [])].filter(
      (fileName) => fileName === holder?.fileName || this.#files.get(fileName)?.isSound === true,
    );
    const [best] = sound
      .flatMap((fileName) => this.#files.get(fileName) ?? [])
      .sort((one, other) => compare(one, other, holder));
    if (best !== undefined && best.fileName !== holder?.fileName) this.#give(name, best);
  }

  #give(name: string, { fileName, stamp }: NamedFile): void {
    const before = this.#holders.get(name)?.fileName;
    if (before !== undefined) this.#heldBy.delete(before);
    const since = this.#options.clock.elapsed();
    this.#hold(name, { fileName, stamp, since, goneSince: null });
    this.#options.writes.commitLater((db) => saveNameHolder(db, { dagName: name, fileName }));
    this.#tell(name);
  }

  #free(name: string): void {
    const holder = this.#holders.get(name);
    if (holder !== undefined) this.#heldBy.delete(holder.fileName);
    this.#holders.delete(name);
    this.#options.writes.commitLater((db) => freeName(db, name));
    this.#judge(name);
    this.#tell(name);
  }

  /** The file is gone, perhaps for a moment: git and some editors delete a file to write it. */
  #leave(name: string): void {
    this.#patch(name, { goneSince: this.#options.clock.elapsed() });
    const cancel = this.#options.clock.after(SETTLE_MS, () => {
      this.#timers.delete(cancel);
      this.#judge(name);
    });
    this.#timers.add(cancel);
  }

  #hold(name: string, holder: Holder): void {
    this.#holders.set(name, holder);
    this.#heldBy.set(holder.fileName, name);
  }

  #patch(name: string, patch: Partial<Holder>): void {
    const holder = this.#holders.get(name);
    if (holder !== undefined) this.#holders.set(name, { ...holder, ...patch });
  }

  #tell(name: string): void {
    this.#options.changed([...(this.#saying.get(name) ?? [])]);
  }

  /** A file that cannot be loaded may not even say its name: it keeps what it had. */
  #isThere(name: string, { fileName }: Holder): boolean {
    const file = this.#files.get(fileName);
    return file !== undefined && (file.name === name || !file.isSound);
  }

  #isNew({ since }: Holder): boolean {
    return since >= (this.#lookSince ?? this.#options.clock.elapsed() - SETTLE_MS + 1);
  }

  #mayComeBack({ goneSince }: Holder): boolean {
    if (this.#lookSince !== null) return goneSince !== LONG_AGO;
    return goneSince !== null && this.#options.clock.elapsed() - goneSince < SETTLE_MS;
  }
}

/** Who comes first gets the name: the file that had it, under another name now; the one that is called so; the older one. */
function compare(one: NamedFile, other: NamedFile, before: Holder | undefined): number {
  const firsts = (file: NamedFile): readonly boolean[] => [
    before !== undefined && file.stamp === before.stamp && file.fileName !== before.fileName,
    file.fileName === file.name,
  ];
  const [isMoved = false, isCalledSo = false] = firsts(one);
  const [otherIsMoved = false, otherIsCalledSo = false] = firsts(other);
  if (isMoved !== otherIsMoved) return isMoved ? -1 : 1;
  if (isCalledSo !== otherIsCalledSo) return isCalledSo ? -1 : 1;
  const [age, otherAge] = [changedAt(one), changedAt(other)];
  if (age !== otherAge) return age < otherAge ? -1 : 1;
  return one.fileName < other.fileName ? -1 : 1;
}

const changedAt = ({ stamp }: NamedFile): bigint => BigInt(stamp.split('-')[1] ?? 0);
