import type { EngineClient } from '../../contract/client.ts';
import type { EngineEvent } from '../../contract/events.ts';
import { handlersThatRan, type LogPage, type RunDetail } from '../../contract/run.ts';
import { isActiveRun } from '../../contract/status.ts';
import type { Clock } from '../../lib/clock.ts';
import { orNull } from '../find-run.ts';
import { LogTail, type LogState } from './log-tail.ts';
import { hasEnded } from './node-progress.ts';
import type { LogStream } from './run-view.ts';

/** A log of a run. */
export interface LogSource {
  readonly run: { readonly name: string; readonly dagRunId: string };
  /** Empty: the log of the run itself. */
  readonly stepName: string;
  readonly stream: LogStream;
  readonly read: (page: { tail: number } | { offset: number; limit: number }) => Promise<LogPage>;
}

interface FollowLogOptions {
  readonly client: EngineClient;
  readonly clock: Clock;
  readonly source: LogSource;
  /** How many of the last lines; null: all of them. */
  readonly tail: number | null;
  /** Whether to wait for what still comes. */
  readonly isFollowed: boolean;
  readonly print: (line: string) => void;
}

/** Events may be missed while their stream is lost, so it is looked now and then. */
const LOOK_MS = 2000;
/** Output without a line feed is shown when nothing has followed it for so long. */
const QUIET_MS = 300;

/** Prints a log. Followed, it resolves when what writes it has ended; the reads come one after another. */
export async function followLog(options: FollowLogOptions): Promise<void> {
  const { client, clock, source, isFollowed } = options;
  const tail = await openTail(options);
  if (!isFollowed) {
    await tail.catchUp('ended');
    return;
  }
  const over = Promise.withResolvers<void>();
  let queue = Promise.resolve();
  let cancel = (): void => undefined;

  const look = (state: LogState): void => {
    cancel();
    queue = queue.then(() => readOn(state)).catch(over.reject);
  };
  async function readOn(state: LogState): Promise<void> {
    const ended = await hasSourceEnded(client, source);
    const held = await tail.catchUp(ended ? 'ended' : state);
    if (ended) over.resolve();
    else cancel = clock.after(held ? QUIET_MS : LOOK_MS, () => look(held ? 'quiet' : 'growing'));
  }
  const end = client.subscribe(source.run, (event) => {
    if (isAbout(source, event)) look('growing');
  });
  look('growing');
  try {
    await over.promise;
  } finally {
    cancel();
    end();
  }
}

async function openTail({ source, tail, print }: FollowLogOptions): Promise<LogTail> {
  const firstLine = tail === null ? 1 : await lineBefore(source, tail);
  let isKnown = false;
  return new LogTail({
    // Only one that was there can be gone.
    read: async (offset, limit) => {
      const page = source.read({ offset, limit });
      if (isKnown) return orNull(page);
      await page;
      isKnown = true;
      return page;
    },
    print,
    firstLine,
  });
}

async function lineBefore(source: LogSource, tail: number): Promise<number> {
  const { totalLines } = await source.read({ tail: 1 });
  return Math.max(1, totalLines - tail + 1);
}

async function hasSourceEnded(client: EngineClient, source: LogSource): Promise<boolean> {
  const found = await orNull(client.call('runs.get', source.run));
  // A DAG may keep no history: then the record goes as the run ends.
  if (found === null || !isActiveRun(found.dagRun.statusLabel)) return true;
  return source.stepName !== '' && hasStepEnded(found.dagRun, source.stepName);
}

function hasStepEnded(run: RunDetail, stepName: string): boolean {
  const nodes = [...run.nodes, ...handlersThatRan(run)];
  const node = nodes.find(({ step }) => step.name === stepName);
  return node !== undefined && hasEnded(node);
}

function isAbout({ stepName, stream }: LogSource, event: EngineEvent): boolean {
  if (event.type === 'log.appended') {
    return event.stepName === stepName && event.stream === stream;
  }
  if (event.type === 'node.changed') return event.node.step.name === stepName;
  return true;
}
