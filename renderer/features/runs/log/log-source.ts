import type { LogPage, RunDetail } from '#contract/run.ts';
import { PAGE_LINES } from '../../../lib/log-window.ts';
import { withLocalTime } from '../../../lib/format-time.ts';
import type { RunCalls } from '../run-calls.ts';
import { runNodes } from '../run-nodes.ts';
import { texts } from './texts.ts';

/** One log of a run. `stepName` is empty for the run's own. */
export interface LogSource {
  readonly key: string;
  readonly title: string | undefined;
  readonly stepName: string;
  readonly stream: Stream;
}

export type Stream = 'stdout' | 'stderr';

export type LogMode = Stream | 'all' | 'run';

/** The logs that a tab shows. All steps stand below each other, each under its name. */
export function logSources(
  run: RunDetail,
  mode: LogMode,
  step: string | undefined,
): readonly LogSource[] {
  if (mode === 'run') return [sourceOf('', 'stdout')];
  if (mode !== 'all') return step === undefined ? [] : [sourceOf(step, mode)];
  return runNodes(run)
    .filter(({ node }) => node.startedAt !== '')
    .flatMap(({ key, node }) => {
      const out = { ...sourceOf(key, 'stdout'), title: key };
      return node.stderr === node.stdout
        ? [out]
        : [out, { ...sourceOf(key, 'stderr'), title: texts.stderrOf(key) }];
    });
}

function sourceOf(stepName: string, stream: Stream): LogSource {
  return { key: `${stepName}/${stream}`, title: undefined, stepName, stream };
}

/** Fetches a stretch of lines of a log. */
export function fetchLines(
  calls: RunCalls,
  { stepName, stream }: LogSource,
  range: { readonly offset: number; readonly limit: number },
): Promise<LogPage> {
  return stepName === '' ? calls.log(range) : calls.stepLog(stepName, stream, range);
}

/**
 * Lines of a page as they are shown: those of the run's own log, which tell their times in UTC, with times like all others of
 * the window. An empty page has none, though its text splits into one.
 */
export function linesOf(page: LogPage, { stepName }: LogSource): readonly string[] {
  if (page.lineCount === 0) return [];
  const lines = page.content.split('\n');
  return stepName === '' ? lines.map(withLocalTime) : lines;
}

export interface LogMatch {
  readonly segment: number;
  readonly line: number;
}

const MAX_MATCHES = 1000;
const MAX_RUN_LOG_PAGES = 20;

/** Lines of a log that hold a text. The run's own log has no search of its own and is short: its pages are read. */
export async function searchLines(
  calls: RunCalls,
  source: LogSource,
  text: string,
): Promise<{
  readonly lines: readonly { number: number; text: string }[];
  readonly hasMore: boolean;
}> {
  const { stepName, stream } = source;
  if (stepName !== '') {
    const query = { q: text, limit: MAX_MATCHES };
    const { matches, hasMore } = await calls.searchStepLog(stepName, stream, query);
    return { lines: matches.map((one) => ({ number: one.lineNumber, text: one.line })), hasMore };
  }
  const lines: { number: number; text: string }[] = [];
  for (let page = 0; page < MAX_RUN_LOG_PAGES; page++) {
    const offset = page * PAGE_LINES + 1;
    const found = await calls.log({ offset, limit: PAGE_LINES });
    linesOf(found, source).forEach((line, index) => {
      if (line.toLowerCase().includes(text.toLowerCase())) {
        lines.push({ number: offset + index, text: line });
      }
    });
    if (!found.hasMore) return { lines, hasMore: false };
  }
  return { lines, hasMore: true };
}
