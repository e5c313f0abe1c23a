import { basename } from 'node:path';
import { EngineError } from '../../contract/errors.ts';
import type { BaseDag } from '../../dag/base.ts';
import { NotRegularFile, readText } from '../../lib/regular-file.ts';
import { hashOf, stampOf, type FileStamp } from '../../platform/file-stamp.ts';
import { loadBase } from '../../steps/load-dag.ts';

/** base.yaml as it is now. */
export interface BaseConfig {
  /**
   * Null where there is no file. Read again when it has changed.
   *
   * @throws EngineError `service_unavailable` where a pipe or the like bears its name.
   */
  readonly current: () => BaseText | null;
}

export interface BaseText {
  readonly text: string;
  readonly base: BaseDag;
  /** Another one for every change. */
  readonly fingerprint: string;
}

interface Known {
  readonly stamp: FileStamp;
  readonly content: BaseText;
}

/** Reads base.yaml again when its stamp has changed; null: there is none. */
export function createBaseConfig(file: string): BaseConfig {
  let known: Known | null = null;
  return {
    current: () => {
      known = refusing(file, () => {
        const stamp = stampOf(file);
        return stamp === null ? null : readAgain(file, stamp, known);
      });
      return known?.content ?? null;
    },
  };
}

function refusing<T>(file: string, look: () => T): T {
  try {
    return look();
  } catch (cause) {
    if (!(cause instanceof NotRegularFile)) throw cause;
    const message = `Cannot read ${basename(file)}: it is ${cause.kind}, not a regular file.`;
    throw new EngineError('service_unavailable', message, { cause });
  }
}

function readAgain(file: string, stamp: FileStamp, known: Known | null): Known {
  if (known?.stamp.isSettled === true && known.stamp.fingerprint === stamp.fingerprint)
    return known;
  const text = readText(file, { links: 'follow' });
  // The same object stands for the same content.
  if (known?.content.text === text) return { stamp, content: known.content };
  const fingerprint = `${stamp.fingerprint}-${hashOf(text)}`;
  return { stamp, content: { text, base: loadBase(text), fingerprint } };
}
