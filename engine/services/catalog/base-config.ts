import { existsSync, lstatSync } from 'node:fs';
import { basename } from 'node:path';
import type { BaseDag } from '../../dag/base.ts';
import { unreadBaseText } from '../../dag/load-base.ts';
import type { Aside } from '../../execution/aside/aside.ts';
import { isLargeSize } from '../../execution/aside/large.ts';
import { NotRegularFile } from '../../lib/regular-file.ts';
import { readWrittenText } from '../../lib/written-text.ts';
import { hashOf, sizeOf, stampOf, type FileStamp } from '../../platform/file-stamp.ts';
import { loadBase } from '../../steps/load-dag.ts';
import { reasonOf } from './file-problems.ts';

/** base.yaml as it is now. */
export interface BaseConfig {
  /**
   * Null where there is no file. Read again when it has changed. One that cannot be read (a pipe or a folder has its name, or
   * its text is not UTF-8) is one with that error, as a definition is.
   */
  readonly current: () => BaseText | null;
  /** Whether it would be read on the event loop: it is large, and has just changed. */
  readonly isCold: () => boolean;
  /** Reads a large one aside, so that nobody who asks what it says holds up the event loop; undefined: that is done. */
  readonly warm: () => Promise<void> | undefined;
}

export interface BaseText {
  readonly text: string;
  /** A large one is to be warmed first. */
  readonly base: BaseDag;
  /** Another one for every change. */
  readonly fingerprint: string;
  /** Why it cannot be read, as a sentence; left out where it can. */
  readonly unread?: string;
}

interface Known {
  /** Null where the file cannot be read: it is looked at each time. */
  readonly stamp: FileStamp | null;
  readonly content: Content;
}

/** More than anybody writes by hand: each run keeps what it began with. */
const MAX_BYTES = 1024 * 1024;

/** Reads base.yaml again when its stamp has changed; null: there is none. */
export function createBaseConfig(file: string, aside: Pick<Aside, 'loadBase'>): BaseConfig {
  let known: Known | null = null;
  const current = (): Content | null => {
    try {
      known = look(file, known);
      return known?.content ?? null;
    } catch (error) {
      const unread = `Cannot read ${basename(file)}: ${reasonOf(error)}.`;
      // The same object stands for the same reason.
      if (known?.content.unread !== unread) known = { stamp: null, content: unreadContent(unread) };
      return known.content;
    }
  };
  return {
    current,
    isCold: () => current()?.isRead === false,
    warm: () => {
      const content = current();
      return content === null || content.isRead ? undefined : content.readAside(aside);
    },
  };
}

/** The text of base.yaml. What it says is read once, here or aside. */
class Content implements BaseText {
  readonly text: string;
  readonly fingerprint: string;
  readonly unread?: string;
  #base: BaseDag | null;
  #reading: Promise<void> | null = null;

  constructor(text: string, fingerprint: string, unread?: string) {
    this.text = text;
    this.fingerprint = fingerprint;
    if (unread !== undefined) this.unread = unread;
    this.#base = isLargeSize(text.length) ? null : loadBase(text);
  }

  get isRead(): boolean {
    return this.#base !== null;
  }

  get base(): BaseDag {
    this.#base ??= loadBase(this.text);
    return this.#base;
  }

  readAside(aside: Pick<Aside, 'loadBase'>): Promise<void> {
    this.#reading ??= aside
      .loadBase(this.text)
      .then((base) => {
        this.#base = base;
      })
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }
}

function unreadContent(why: string): Content {
  return new Content(unreadBaseText(why), `unread-${hashOf(why)}`, why);
}

function look(file: string, known: Known | null): Known | null {
  const stamp = stampOf(file);
  if (stamp !== null) return readAgain(file, stamp, known);
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return null;
  throw new NotRegularFile(file, existsSync(file) ? 'a folder' : 'a link that leads nowhere');
}

function readAgain(file: string, stamp: FileStamp, known: Known | null): Known {
  if (known?.stamp?.isSettled === true && known.stamp.fingerprint === stamp.fingerprint)
    return known;
  if (sizeOf(stamp) > MAX_BYTES) throw new Error('it is larger than 1 MiB. Make it smaller');
  const text = readWrittenText(file, 'follow');
  // The same object stands for the same content.
  if (known?.content.text === text) return { stamp, content: known.content };
  const fingerprint = `${stamp.fingerprint}-${hashOf(text)}`;
  return { stamp, content: new Content(text, fingerprint) };
}
