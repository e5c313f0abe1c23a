/** Takes whole lines. */
export interface LineSink {
  readonly write: (line: string) => unknown;
}

export interface GatheredLines extends LineSink {
  /** Writes what waits. */
  readonly flush: () => void;
}

/**
 * Writes the first line of a turn of the event loop at once and the others of that turn in one piece at its end: a write to
 * a file takes as long as the rest of a small answer. What waits is written as well when the process ends; one that is
 * killed loses the lines of its last turn.
 */
export function gatherLines(sink: LineSink): GatheredLines {
  let waiting = '';
  let isGathering = false;

  function flush(): void {
    if (waiting === '') return;
    const lines = waiting;
    waiting = '';
    process.off('exit', flush);
    sink.write(lines);
  }

  function endTurn(): void {
    isGathering = false;
    flush();
  }

  function gather(line: string): void {
    if (waiting === '') process.once('exit', flush);
    waiting += line;
  }

  return {
    write: (line) => {
      if (isGathering) return gather(line);
      isGathering = true;
      setImmediate(endTurn);
      sink.write(line);
    },
    flush,
  };
}
