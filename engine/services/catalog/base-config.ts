import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { EngineError } from '../../contract/errors.ts';
import type { BaseDag } from '../../dag/base.ts';
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
   * Null where there is no file. Read again when it has changed.
   *
   * @throws EngineError `service_unavailable` where it cannot be read: a pipe or a folder bears its name, or its text is not UTF-8.
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
}

interface Known {
  readonly stamp: FileStamp;
  readonly content: Content;
}

/** More than anybody writes by hand: each run keeps what it began with. */
const MAX_BYTES = 1024 * 1024;

/** Reads base.yaml again when its stamp has changed; null: there is none. */
export function createBaseConfig(file: string, aside: Pick<Aside, 'loadBase'>): BaseConfig {
  let known: Known | null = null;
  const current = (): Content | null => {
    known = refusing(file, () => {
      const stamp = stampOf(file);
      if (stamp !== null) return readAgain(file, stamp, known);
      if (existsSync(file)) throw new NotRegularFile(file, 'a folder');
      return null;
    });
    return known?.content ?? null;
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
  #base: BaseDag | null;
  #reading: Promise<void> | null = null;

  constructor(text: string, fingerprint: string) {
    this.text = text;
    this.fingerprint = fingerprint;
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

function refusing<T>(file: string, look: () => T): T {
  try {
    return look();
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    const message = `Cannot read ${basename(file)}: ${reasonOf(cause)}.`;
    throw new EngineError('service_unavailable', message, { cause });
  }
}

function readAgain(file: string, stamp: FileStamp, known: Known | null): Known {
  if (known?.stamp.isSettled === true && known.stamp.fingerprint === stamp.fingerprint)
    return known;
  if (sizeOf(stamp) > MAX_BYTES) {
    const message = `Cannot read ${basename(file)}: it is larger than 1 MiB. Make it smaller.`;
    throw new EngineError('service_unavailable', message);
  }
  const text = readWrittenText(file, 'follow');
  // The same object stands for the same content.
  if (known?.content.text === text) return { stamp, content: known.content };
  const fingerprint = `${stamp.fingerprint}-${hashOf(text)}`;
  return { stamp, content: new Content(text, fingerprint) };
}
