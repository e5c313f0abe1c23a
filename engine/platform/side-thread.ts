import { Worker, type ResourceLimits } from 'node:worker_threads';

export interface SideThreadOptions {
  /** The program of the thread. It says that it is ready, and then answers each message with one. */
  readonly program: () => string;
  /** How long the thread may work on one message, in time of its own. */
  readonly limitMs: number;
  /** After so long without work the thread ends. */
  readonly idleMs: number;
}

/** Why there is no answer: the work took too long or too much memory, too much work waits, nobody wants it any more, or the thread was closed. */
export class SideThreadError extends Error {
  override readonly name = 'SideThreadError';
  readonly reason: 'time' | 'memory' | 'busy' | 'gone' | 'closed';

  constructor(reason: SideThreadError['reason'], options?: ErrorOptions) {
    super(`The side thread did not answer: ${reason}`, options);
    this.reason = reason;
  }
}

export interface AskOptions {
  /** That of the thread when left out. */
  readonly limitMs?: number | undefined;
  /** Whose work it is: those who wait take turns, however much each of them wants. */
  readonly lane?: string | undefined;
  /** Aborts when nobody wants the answer any more: then the work ends, whether it has begun or not. */
  readonly signal?: AbortSignal | undefined;
}

interface Work {
  readonly message: unknown;
  readonly limitMs: number;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** On a busy machine the work may wait for a processor, which does not count until this many times the limit has passed. */
const MAX_LOOKS = 5;
/** Part of the limit: timers are a little early, and the collector works in threads of its own. */
const ENOUGH = 0.8;
/** More work of one lane than this is refused: it would be answered long after anybody wants it. */
const MAX_WORK = 32;
/** The same of all lanes together, so that no number of callers fills the memory. */
const MAX_ALL = 256;
/** A few times what the largest text needs that the engine takes. */
const MEMORY: ResourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

/**
 * A thread for work that would hold up the event loop. It starts when it is first needed, does one thing at a time, for one
 * lane after the other, and ends when it has nothing to do; work without an end is ended with it.
 */
export class SideThread {
  readonly #options: SideThreadOptions;
  /** By lane, the one whose turn is next first; none is empty. */
  readonly #waiting = new Map<string, Work[]>();
  #worker: Worker | null = null;
  #current: Work | null = null;
  #idle: NodeJS.Timeout | undefined;
  #limit: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: SideThreadOptions) {
    this.#options = options;
  }

  /** Whether there is a thread now. */
  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** @throws SideThreadError; whatever the program throws comes as an answer of its own making. */
  ask(message: unknown, options: AskOptions = {}): Promise<unknown> {
    const { limitMs = this.#options.limitMs, lane = '', signal } = options;
    if (this.#isClosed) return Promise.reject(new SideThreadError('closed'));
    if (signal?.aborted === true) return Promise.reject(new SideThreadError('gone'));
    if (this.#isFull(lane)) return Promise.reject(new SideThreadError('busy'));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const work = { message, limitMs, resolve, reject };
    this.#waiting.set(lane, [...(this.#waiting.get(lane) ?? []), work]);
    const giveUp = (): void => this.#giveUp(lane, work);
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#next();
    return promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const left = [
      ...(this.#current === null ? [] : [this.#current]),
      ...[...this.#waiting.values()].flat(),
    ];
    this.#waiting.clear();
    this.#current = null;
    const ended = this.#end();
    for (const { reject } of left) reject(new SideThreadError('closed'));
    await ended;
  }

  #isFull(lane: string): boolean {
    if ((this.#waiting.get(lane)?.length ?? 0) >= MAX_WORK) return true;
    const all = [...this.#waiting.values()].reduce((sum, works) => sum + works.length, 0);
    // What the engine does for itself has its place, however many others wait.
    return lane !== '' && all >= MAX_ALL;
  }

  #giveUp(lane: string, work: Work): void {
    if (this.#current === work) {
      this.#fail(new SideThreadError('gone'));
      return;
    }
    const left = (this.#waiting.get(lane) ?? []).filter((other) => other !== work);
    if (left.length === 0) this.#waiting.delete(lane);
    else this.#waiting.set(lane, left);
    work.reject(new SideThreadError('gone'));
  }

  #next(): void {
    const work = this.#current === null ? this.#take() : undefined;
    if (work === undefined) return;
    clearTimeout(this.#idle);
    this.#current = work;
    if (this.#worker === null) this.#start();
    else this.#send();
  }

  /** The first work of the lane whose turn it is, which comes after all others then. */
  #take(): Work | undefined {
    for (const [lane, [first, ...rest]] of this.#waiting) {
      this.#waiting.delete(lane);
      if (rest.length > 0) this.#waiting.set(lane, rest);
      return first;
    }
    return undefined;
  }

  #start(): void {
    const worker = new Worker(this.#options.program(), { resourceLimits: MEMORY });
    this.#worker = worker;
    const failed = (error: Error): void => {
      if (this.#worker === worker) this.#fail(error);
    };
    worker.once('message', () => {
      worker.on('message', (answer: unknown) => this.#answered(answer));
      this.#send();
    });
    worker.once('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      failed(isMemory ? new SideThreadError('memory', { cause: error }) : error);
    });
    worker.once('exit', (code) => failed(new Error(`The side thread ended with ${code}.`)));
  }

  #send(): void {
    const worker = this.#worker;
    if (worker === null || this.#current === null) return;
    worker.ref();
    const { message, limitMs } = this.#current;
    worker.postMessage(message);
    this.#watch(worker, { limitMs, looks: 1, since: workedMs(worker) });
  }

  #watch(worker: Worker, watched: Watched): void {
    this.#limit = setTimeout(() => void this.#look(worker, watched), watched.limitMs);
  }

  /** Ends what is over its limit. A thread that mostly waited for a processor gets more time. */
  async #look(worker: Worker, { limitMs, looks, since }: Watched): Promise<void> {
    const work = this.#current;
    const used = (await workedMs(worker)) - (await since);
    if (this.#current !== work || work === null) return;
    if (used >= limitMs * ENOUGH || looks >= MAX_LOOKS) {
      this.#fail(new SideThreadError('time'));
    } else this.#watch(worker, { limitMs, looks: looks + 1, since });
  }

  #answered(answer: unknown): void {
    clearTimeout(this.#limit);
    const work = this.#current;
    this.#current = null;
    work?.resolve(answer);
    this.#next();
    if (this.#isIdle) this.#rest();
  }

  get #isIdle(): boolean {
    return this.#current === null;
  }

  #rest(): void {
    this.#worker?.unref();
    this.#idle = setTimeout(() => void this.#end(), this.#options.idleMs);
    this.#idle.unref();
  }

  /** Ends the thread; what it worked on has failed, and what waits begins in another. */
  #fail(error: Error): void {
    void this.#end();
    const work = this.#current;
    this.#current = null;
    work?.reject(error);
    this.#next();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#limit);
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

interface Watched {
  readonly limitMs: number;
  readonly looks: number;
  readonly since: Promise<number>;
}

/** Milliseconds of a processor that a thread has used; where Node cannot tell, those that have passed. */
async function workedMs(worker: Worker): Promise<number> {
  if (!('cpuUsage' in worker)) return performance.now();
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch (error) {
    // It has ended just now, and its end is told in a moment.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_NOT_RUNNING') throw error;
    return 0;
  }
}
