import type { Entry } from './entry.ts';

/** One direction of a transfer. Destinations are whole paths. */
export interface Way {
  /** @throws Error where nothing is there. */
  readonly source: () => Promise<Entry>;
  /** What a source that is a folder holds: the files of each folder, then the folders in it. */
  readonly below: () => AsyncIterable<Entry>;
  readonly isFolder: (path: string) => Promise<boolean>;
  readonly makeFolder: (path: string) => Promise<void>;
  /** Whether the destination has the file already. */
  readonly has: (file: Entry, to: string) => Promise<boolean>;
  /**
   * Copies a file beside its place, and gives it its name when it is complete. `came` is told of each piece. Answers with
   * the size of the file.
   */
  readonly copy: (file: Entry, to: string, came: (bytes: number) => void) => Promise<number>;
  /** Removes what is not complete: the step is stopped. */
  readonly clear: () => Promise<void>;
}
