import type { MaskSecret } from './secret-parts.ts';

/** What the filter of one step must know. It comes in the environment: a file or a command line could be read later. */
export interface FilterSettings {
  readonly secrets: readonly MaskSecret[];
  readonly stdout: StreamSettings;
  /** Null: it comes with standard output. */
  readonly stderr: StreamSettings | null;
  /**
   * Both streams have a file in common, which shall keep their order. Then the filter says that it is ready before it reads:
   * what waits in the pipes until it has started has no order any more.
   */
  readonly ordered: boolean;
  /** Comes at the end of each stream, from the launcher; after it, only what the step left in the background speaks. */
  readonly endMark: string;
  /** What may be sent to the whole group of the step, and must not end the filter. */
  readonly deafTo: readonly NodeJS.Signals[];
}

export interface StreamSettings {
  /** Files that get the masked stream too, appended. */
  readonly copies: readonly string[];
  /** Gets the stream from its beginning. */
  readonly capture: Capture | null;
}

export interface Capture {
  readonly file: string;
  /** Whether it gets the sealed text, or the bytes as they are. */
  readonly sealed: boolean;
  /** Bytes of the raw stream after which nothing more is kept. */
  readonly mostBytes: number;
}

const PREFIX = 'DAGWRIGHT_MASK_';
// One variable may have 128 KiB on Linux.
const LONGEST_VARIABLE = 100_000;

/** Settings as variables of an environment, in pieces that each fit into one; `readFilterSettings` joins them. */
export function writeFilterSettings(settings: FilterSettings): Record<string, string> {
  const text = Buffer.from(JSON.stringify(settings)).toString('base64');
  const pieces = text.match(new RegExp(`.{1,${LONGEST_VARIABLE}}`, 'g')) ?? [];
  return Object.fromEntries(pieces.map((piece, index) => [`${PREFIX}${index}`, piece]));
}

/** @throws Error when the variables are not those of `writeFilterSettings`. */
export function readFilterSettings(env: NodeJS.ProcessEnv): FilterSettings {
  let text = '';
  for (let index = 0; env[`${PREFIX}${index}`] !== undefined; index++) {
    text += env[`${PREFIX}${index}`] ?? '';
  }
  // Our own text, from the same version of the program.
  return JSON.parse(Buffer.from(text, 'base64').toString()) as FilterSettings;
}
