import { readFileSync } from 'node:fs';
import type { BaseDag } from '../dag/base.ts';
import { hashOf, stampOf, type FileStamp } from '../platform/file-stamp.ts';
import { loadBase } from '../steps/load-dag.ts';

/** base.yaml as it is now. */
export interface BaseConfig {
  /** Null where there is no file. Read again when it has changed. */
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

export function createBaseConfig(file: string): BaseConfig {
  let known: Known | null = null;
  return {
    current: () => {
      const stamp = stampOf(file);
      known = stamp === null ? null : readAgain(file, stamp, known);
      return known?.content ?? null;
    },
  };
}

function readAgain(file: string, stamp: FileStamp, known: Known | null): Known {
  if (known?.stamp.isSettled === true && known.stamp.fingerprint === stamp.fingerprint)
    return known;
  const text = readFileSync(file, 'utf8');
  // The same object stands for the same content.
  if (known?.content.text === text) return { stamp, content: known.content };
  const fingerprint = `${stamp.fingerprint}-${hashOf(text)}`;
  return { stamp, content: { text, base: loadBase(text), fingerprint } };
}
