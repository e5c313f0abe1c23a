import type { Clock } from '../../lib/clock.ts';
import { ownProgram } from '../../lib/own-program.ts';
import { startProgram, type StartedProgram } from '../../platform/start-program.ts';
import { GitError, type Git, type SyncProgress } from './git.ts';
import type { GitAnswer, GitCall, GitRequest } from './messages.ts';

interface GitOptions {
  /** Where the repository lies; made when it is first needed. */
  readonly folder: string;
  readonly clock: Pick<Clock, 'after'>;
}

interface Following {
  readonly progress?: ((progress: SyncProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Git in a process of its own, which starts when it is needed and ends soon after: a large repository takes memory and
 * minutes of a processor, and the engine gives none of its own.
 */
export function openGit({ folder, clock }: GitOptions): Git {
  const program = new GitProgram(clock);
  let last: Promise<unknown> = Promise.resolve();
  const call =
    <Call extends GitCall>(name: Call) =>
    (inputs: readonly unknown[], following: Following = {}): ReturnType<Git[Call]> => {
      const request = { call: name, folder, inputs };
      const done = last.then(() => program.ask(request, following));
      last = done.catch(() => undefined);
      // What the program makes of this call.
      return done as ReturnType<Git[Call]>;
    };
  return {
    fetch: (remote, progress, signal) => call('fetch')([remote], { progress, signal }),
    branches: (...inputs) => call('branches')(inputs),
    list: (...inputs) => call('list')(inputs),
    read: (...inputs) => call('read')(inputs),
    commit: (...inputs) => call('commit')(inputs),
    push: (remote, move, signal) => call('push')([remote, move], { signal }),
    lastChange: (...inputs) => call('lastChange')(inputs),
    log: (...inputs) => call('log')(inputs),
    isAncestor: (...inputs) => call('isAncestor')(inputs),
    test: (...inputs) => call('test')(inputs),
    close: async () => {
      program.close();
      await last;
    },
  };
}

/** The largest repository that is taken needs a few minutes over a line of today. */
const LIMIT_MS = 15 * 60_000;
/** Somebody who publishes does so in several calls. */
const IDLE_MS = 30_000;

/** The process, one question at a time. */
class GitProgram {
  readonly #clock: Pick<Clock, 'after'>;
  #child: StartedProgram | null = null;
  readonly #closing = new AbortController();
  #cancelIdle = (): void => undefined;

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  async ask(request: GitRequest, following: Following): Promise<unknown> {
    const { progress } = following;
    const signal = AbortSignal.any([this.#closing.signal, ...signalsOf(following)]);
    if (signal.aborted) throw stopped();
    this.#cancelIdle();
    const child = (this.#child ??= this.#start());
    const asked = askChild(child, request, progress);
    const giveUp = (error: GitError): void => {
      asked.reject(error);
      this.#end();
    };
    const onStop = (): void => giveUp(stopped());
    signal.addEventListener('abort', onStop);
    const cancelLimit = this.#clock.after(LIMIT_MS, () => giveUp(tooLong()));
    try {
      return await asked.promise;
    } finally {
      cancelLimit();
      signal.removeEventListener('abort', onStop);
      this.#cancelIdle = this.#clock.after(IDLE_MS, () => this.#end());
    }
  }

  close(): void {
    this.#closing.abort();
    this.#end();
  }

  #start(): StartedProgram {
    const child = startProgram(ownProgram(import.meta.dirname, 'git-program.ts'));
    child.once('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    return child;
  }

  #end(): void {
    this.#cancelIdle();
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }
}

const signalsOf = ({ signal }: Following): readonly AbortSignal[] =>
  signal === undefined ? [] : [signal];

const stopped = (): GitError => new GitError('stopped', 'The sync was stopped.');

function tooLong(): GitError {
  return new GitError('time', 'The remote took more than 15 minutes. Try again later.');
}

function askChild(
  child: StartedProgram,
  request: GitRequest,
  progress: Following['progress'],
): { readonly promise: Promise<unknown>; readonly reject: (error: GitError) => void } {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onMessage = (answer: GitAnswer): void => {
    if (answer.kind === 'progress') return progress?.(answer.progress);
    if (answer.kind === 'done') resolve(answer.value);
    else reject(new GitError(answer.reason, answer.message));
  };
  const onEnd = (code: number | null, signal: string | null): void => {
    reject(new GitError('failed', `Git ended without an answer (${signal ?? code}). Try again.`));
  };
  const onError = ({ message }: Error): void => {
    reject(new GitError('failed', `Git cannot be started: ${message}`));
  };
  hold(child);
  child.on('message', onMessage).once('exit', onEnd).once('error', onError);
  // A program that could not be started, or ended at once, says so by its end.
  child.send(request, () => undefined);
  const answered = promise.finally(() => {
    child.off('message', onMessage).off('exit', onEnd).off('error', onError);
    release(child);
  });
  return { promise: answered, reject };
}

/** Whoever waits for an answer lives until it is there. */
function hold(child: StartedProgram): void {
  child.ref();
  child.channel?.ref();
}

/** It ends with the channel, so it keeps nobody from an end. */
function release(child: StartedProgram): void {
  child.unref();
  child.channel?.unref();
}
