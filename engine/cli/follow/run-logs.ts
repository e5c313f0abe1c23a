import type { EngineClient } from '../../contract/client.ts';
import type { NodeObject } from '../../contract/run.ts';
import type { Clock } from '../../lib/clock.ts';
import { orNull } from '../find-run.ts';
import { LogTail, type LogState } from './log-tail.ts';
import type { LogStream, RunView } from './run-view.ts';

interface RunLogsOptions {
  readonly client: EngineClient;
  readonly clock: Clock;
  readonly run: { readonly name: string; readonly dagRunId: string };
  readonly view: RunView;
  /** Runs work in turn with everything else that is shown. */
  readonly enqueue: (work: () => Promise<void>) => void;
}

interface OpenLog {
  readonly path: string;
  readonly tail: LogTail;
  /** A look at it is on its way. */
  queued: boolean;
  /** Its step has ended. */
  closed: boolean;
  cancelQuiet: () => void;
}

/** Output without a line feed is shown when nothing has followed it for so long. */
const QUIET_MS = 300;

/** The logs of the steps that run. */
export class RunLogs {
  readonly #options: RunLogsOptions;
  readonly #open = new Map<string, OpenLog>();

  constructor(options: RunLogsOptions) {
    this.#options = options;
  }

  /** Begins to read the logs of a step as soon as it has any; a new attempt may have new ones. */
  open({ step, stdout, stderr }: NodeObject): void {
    if (!this.#options.view.showsLogs) return;
    this.#openStream(step.name, 'stdout', stdout);
    if (stderr !== stdout) this.#openStream(step.name, 'stderr', stderr);
  }

  /** Shows the rest of the logs of a step that has ended. */
  async close({ step }: NodeObject): Promise<void> {
    for (const stream of ['stdout', 'stderr'] as const) {
      const log = this.#open.get(keyOf(step.name, stream));
      if (log === undefined) continue;
      log.closed = true;
      await this.#catchUp(log, 'ended');
    }
  }

  appended(stepName: string, stream: LogStream): void {
    const log = this.#open.get(keyOf(stepName, stream));
    if (log === undefined || log.queued) return;
    log.queued = true;
    this.#options.enqueue(async () => {
      log.queued = false;
      await this.#catchUp(log, 'growing');
    });
  }

  /** Shows what was written although no event said so. */
  async catchUpOpen(): Promise<void> {
    for (const log of this.#open.values()) {
      if (!log.closed) await this.#catchUp(log, 'growing');
    }
  }

  end(): void {
    for (const { cancelQuiet } of this.#open.values()) cancelQuiet();
  }

  #openStream(stepName: string, stream: LogStream, path: string): void {
    const key = keyOf(stepName, stream);
    const known = this.#open.get(key);
    if (known !== undefined) known.closed = false;
    if (path === '' || known?.path === path) return;
    const { client, run, view } = this.#options;
    const tail = new LogTail({
      read: (offset, limit) =>
        orNull(client.call('runs.stepLog', { ...run, stepName, stream, offset, limit })),
      print: (line) => view.logLine(stepName, stream, line),
    });
    this.#open.set(key, { path, tail, queued: false, closed: false, cancelQuiet: () => undefined });
  }

  async #catchUp(log: OpenLog, state: LogState): Promise<void> {
    log.cancelQuiet();
    const held = await log.tail.catchUp(state);
    if (!held) return;
    const quiet = () => this.#options.enqueue(() => this.#catchUp(log, 'quiet'));
    log.cancelQuiet = this.#options.clock.after(QUIET_MS, quiet);
  }
}

function keyOf(stepName: string, stream: LogStream): string {
  return `${stream} ${stepName}`;
}
