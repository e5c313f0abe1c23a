import type { LogPage } from '../../contract/run.ts';

interface LogTailOptions {
  /** Reads the log from a line (1-based) on; null: it is gone, as that of a run whose DAG keeps no history. */
  readonly read: (offset: number, limit: number) => Promise<LogPage | null>;
  readonly print: (line: string) => void;
  /** Where to begin (1-based); at the first one when left out. */
  readonly firstLine?: number;
}

/**
 * How far a log has been read. `growing`: its last line may be half of one, so it waits. `quiet`: it has not grown for
 * a moment, so its last line is shown as it is (a prompt, a progress line). `ended`: nothing follows.
 */
export type LogState = 'growing' | 'quiet' | 'ended';

const PAGE_LINES = 1000;

/** Prints each line of a growing log once. Reads must not overlap. */
export class LogTail {
  readonly #options: LogTailOptions;
  #nextLine: number;
  /** The part of the next line that is on the screen already. */
  #shown = '';

  constructor(options: LogTailOptions) {
    this.#options = options;
    this.#nextLine = options.firstLine ?? 1;
  }

  /** Prints what is new. Returns whether a last line is held back. */
  async catchUp(state: LogState): Promise<boolean> {
    for (;;) {
      const page = await this.#options.read(this.#nextLine, PAGE_LINES);
      if (page === null) return false;
      const lines = page.lineCount === 0 ? [] : page.content.split('\n');
      const last = page.hasMore ? undefined : lines.pop();
      for (const line of lines) this.#complete(line);
      if (page.hasMore && lines.length > 0) continue;
      return last !== undefined && this.#last(last, state);
    }
  }

  #last(line: string, state: LogState): boolean {
    if (state === 'ended') this.#complete(line);
    else if (state === 'quiet') this.#show(line);
    return line !== this.#shown && state === 'growing';
  }

  #complete(line: string): void {
    this.#show(line, this.#shown === '');
    this.#nextLine += 1;
    this.#shown = '';
  }

  #show(line: string, evenIfEmpty = false): void {
    const rest = line.startsWith(this.#shown) ? line.slice(this.#shown.length) : line;
    if (rest !== '' || evenIfEmpty) this.#options.print(rest);
    this.#shown = line;
  }
}
