import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction } from 'node:vm';
import { readText } from '../../lib/regular-file.ts';

/** What the library is told; whatever it is not told it decides itself. */
export interface JqSettings {
  /** Nothing stands before what the two below get. */
  readonly preRun: readonly never[];
  /** Each gets a byte at a time. */
  readonly stdout: (byte: number) => void;
  readonly stderr: (byte: number) => void;
  /** Says that it gives up, beside what it throws. */
  readonly printErr: (line: string) => void;
}

/** jq itself. @throws Error when it fails, with no word of why: that is what it printed. */
export interface Jq {
  readonly raw: (input: string, expression: string, flags: readonly string[]) => unknown;
}

type Make = (settings: JqSettings) => Promise<Jq>;

/**
 * The package hands out a jq that is made already and keeps all that it prints in a list, which takes 8 bytes for each. To
 * those who load modules of their own it first shows what makes one.
 */
export function loadJq(settings: JqSettings): Promise<Jq> {
  const require = createRequire(import.meta.url);
  const file = require.resolve('jq-web');
  const text = readText(file, { links: 'follow' });
  const names = ['define', 'require', '__filename', '__dirname'];
  const define = Object.assign(takeMaker, { amd: true });
  try {
    compileFunction(text, names, { filename: file })(define, require, file, dirname(file));
  } catch (shown) {
    if (shown instanceof Shown) return shown.make(settings);
    throw shown;
  }
  throw new Error('jq is not where this program looks for it');
}

/** Thrown, since what comes after would make a jq that nobody uses. */
class Shown extends Error {
  readonly make: Make;

  constructor(make: Make) {
    super('jq is shown');
    this.make = make;
  }
}

function takeMaker(_names: readonly string[], make: () => Make): never {
  throw new Shown(make());
}
