import type { EngineConnection } from '../../../client/engine-connection.ts';
import { rowCount, type LogSegment } from '../../../lib/log-window.ts';
import { fetchLines, type LogSource } from './log-source.ts';
import { runCalls } from '../run-calls.ts';
import type { RunIdentity } from '../run-identity.ts';

export type ReadProgress = (share: number) => void;

interface ReadLog {
  readonly engine: EngineConnection;
  readonly identity: RunIdentity;
  readonly sources: readonly LogSource[];
  readonly segments: readonly LogSegment[];
  /** How many of the last lines of each log are wanted. */
  readonly most: number;
  readonly progress: ReadProgress;
}

const LINES_AT_ONCE = 10_000;

/** Reads logs as text, a large page at a time. */
export async function readLog(options: ReadLog): Promise<{ text: string; isCut: boolean }> {
  const { engine, identity, sources, segments, most, progress } = options;
  const calls = runCalls(engine, identity);
  const parts: string[] = [];
  const all = Math.max(1, rowCount(segments));
  let read = 0;
  for (const [index, source] of sources.entries()) {
    const lines = segments[index]?.lines ?? 0;
    if (source.title !== undefined) parts.push(`== ${source.title} ==`);
    const first = Math.max(1, lines - most + 1);
    for (let offset = first; offset <= lines; offset += LINES_AT_ONCE) {
      const page = await fetchLines(calls, source, { offset, limit: LINES_AT_ONCE });
      if (page.lineCount > 0) parts.push(page.content);
      read += page.lineCount;
      progress(read / all);
    }
  }
  const isCut = segments.some((segment) => segment.lines > most);
  return { text: `${parts.join('\n')}\n`, isCut };
}
