import { readFileSync, statSync } from 'node:fs';
import type { BaseDag } from '../dag/base.ts';
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

export function createBaseConfig(file: string): BaseConfig {
  let known: BaseText | null = null;
  return {
    current: () => {
      const fingerprint = fingerprintOf(file);
      if (fingerprint === null) known = null;
      else if (known?.fingerprint !== fingerprint) known = read(file, fingerprint);
      return known;
    },
  };
}

function fingerprintOf(file: string): string | null {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stat?.isFile() === true ? `${stat.size}-${stat.mtimeNs}-${stat.ino}` : null;
}

function read(file: string, fingerprint: string): BaseText {
  const text = readFileSync(file, 'utf8');
  return { text, base: loadBase(text), fingerprint };
}
