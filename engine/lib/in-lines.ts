export interface InLinesOptions {
  /** Tasks that may be there, in all lines; one more is refused with what `refuse` makes. */
  readonly most: number;
  readonly refuse: () => Error;
}

/** Runs a task when those before it in its line are over. Lines do not wait for each other. */
export type InLine = <T>(line: string, task: () => Promise<T>) => Promise<T>;

/** Runs tasks in lines, so that whoever brings many waits for the own ones and not everybody else. */
export function inLines({ most, refuse }: InLinesOptions): InLine {
  const ends = new Map<string, Promise<void>>();
  let count = 0;

  return async (line, task) => {
    if (count >= most) throw refuse();
    count += 1;
    const result = (ends.get(line) ?? Promise.resolve()).then(task);
    // How a task ends concerns whoever brought it, not the next.
    const end = result.then(
      () => undefined,
      () => undefined,
    );
    ends.set(line, end);
    try {
      return await result;
    } finally {
      count -= 1;
      if (ends.get(line) === end) ends.delete(line);
    }
  };
}
