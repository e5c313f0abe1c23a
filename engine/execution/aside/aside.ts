import type { DryRun } from '../../contract/dag.ts';
import { EngineError, fromWireError } from '../../contract/errors.ts';
import type { PlannedSlot } from '../../contract/schedule.ts';
import type { BaseDag } from '../../dag/base.ts';
import type { CrontabPlan } from '../../dag/import/crontab/plan-crontab.ts';
import type { Turned } from '../../dag/import/turn-older-forms.ts';
import type { LoadResult } from '../../dag/definition.ts';
import { newAllowance } from '../../dag/expanded-text.ts';
import type { MergePiece, ThreeTexts } from '../../lib/merge-texts.ts';
import { requestWork } from '../../lib/request-work.ts';
import { ownProgram } from '../../lib/own-program.ts';
import { loadBase, loadDag, refusedBase, refusedText } from '../../steps/load-dag.ts';
import { SideThread } from '../../platform/side-thread.ts';
import type {
  Answer,
  Comparison,
  CrontabJob,
  DryRunJob,
  Job,
  ReadOptions,
  SlotsJob,
  TurnJob,
} from './job.ts';
import type { ParamSchemas } from '../prepare/param-schemas.ts';
import { isLargeSize, sizesOf, weightOfCrontab, weightOfSchedule } from './large.ts';
import { schemasAside } from './schemas-aside.ts';
import { AGAIN_LIMIT_MS, LIMIT_MS, REQUEST_LIMIT_MS, tooMuch, tooMuchInAll } from './too-much.ts';
import {
  comparisonOf,
  crontabHere,
  documentHere,
  mergeHere,
  planHere,
  slotsHere,
  turnHere,
} from './work-here.ts';

/** Characters that a dry run may show there. */
const MAX_SHOWN_AT_ONCE = 1024 * 1024;
const IDLE_MS = 10_000;

/** A base.yaml: its text, and what it says. */
export interface Under {
  readonly text: string;
  readonly base: BaseDag;
}

/** A base that is read where it is needed: that of a large definition is not read here. */
export function underOf(text: string): Under;
export function underOf(text: string | null): Under | null;
export function underOf(text: string | null): Under | null {
  if (text === null) return null;
  return {
    text,
    get base() {
      return loadBase(text);
    },
  };
}

/** How a definition of earlier forms is read, and what it can call. */
export type TurnOptions = LoadOptions & Pick<TurnJob, 'dags'>;

export interface LoadOptions extends ReadOptions {
  /** Null: there is none. */
  readonly under: Under | null;
}

/** Two texts of a DAG; null: there is none. */
export interface CompareOptions extends Pick<LoadOptions, 'name' | 'under'> {
  readonly before: string | null;
  readonly after: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** IANA zone of schedule lines that name none. */
  readonly timezone: string;
}

/** Something that is done here where it is small, and else in the thread. */
interface Task<T> {
  /** Characters of the texts that have to be read; null: it is known to be large. */
  readonly sizes: readonly number[] | null;
  readonly here: () => T | Promise<T>;
  readonly job: () => Job;
  readonly limitMs?: number;
  /** What stands for one that takes too much, unless it throws. */
  readonly refused: (reason: string, cause: unknown) => T;
}

/**
 * Does large work beside the event loop, and small work at once. All that one request brings counts together: once it has had
 * its share of the event loop, the rest goes aside. There callers take turns, and what nobody waits for any more ends.
 *
 * Each of these throws EngineError `rate_limited` while too much work of one caller waits, and for a request that takes too long
 * in all.
 */
export class Aside {
  readonly #thread: Pick<SideThread, 'ask' | 'close'>;
  readonly #isShared: boolean;
  readonly schemas: ParamSchemas = schemasAside(
    (job) => this.#ask(job),
    (text) => !this.#isForHere([text.length]),
  );

  constructor(
    thread: Pick<SideThread, 'ask' | 'close'> = sideThread(),
    { isShared = false }: { readonly isShared?: boolean } = {},
  ) {
    this.#thread = thread;
    this.#isShared = isShared;
  }

  /** The same thread for what others wait for as well: a request that asks first takes its turn, and may go before the end. */
  shared(): Aside {
    return new Aside(this.#thread, { isShared: true });
  }

  /** Reads and checks a definition. One that takes too long is refused, like one that holds too much. */
  load(text: string, options: LoadOptions): Promise<LoadResult> {
    return this.#load(text, options, LIMIT_MS);
  }

  /** The same for a text that was accepted before. */
  loadAgain(text: string, options: LoadOptions): Promise<LoadResult> {
    return this.#load(text, options, AGAIN_LIMIT_MS);
  }

  #load(text: string, { under, ...options }: LoadOptions, limitMs: number): Promise<LoadResult> {
    const { name } = options;
    return this.#do<LoadResult>({
      sizes: sizesOf(text, under?.text),
      here: () => loadDag(text, { ...options, base: under?.base ?? null }),
      job: () => ({ kind: 'load', job: { ...options, text, base: under?.text ?? null } }),
      limitMs,
      refused: (reason) => refusedText(text, { name, reason: `the definition ${reason}` }),
    });
  }

  /** Reads a base.yaml. One that takes too long is refused, and every definition with it. */
  loadBase(text: string): Promise<BaseDag> {
    return this.#do<BaseDag>({
      sizes: sizesOf(text),
      here: () => loadBase(text),
      job: () => ({ kind: 'base', job: { text } }),
      refused: (reason) => refusedBase(reason),
    });
  }

  /** Tells what two texts differ in. Those that take too long are refused, like one that does not load. */
  compare({ before, after, under, name, ...options }: CompareOptions): Promise<Comparison> {
    const each = <T>(read: (text: string) => T) => ({
      before: before === null ? null : read(before),
      after: after === null ? null : read(after),
    });
    const compared = (read: (text: string) => LoadResult): Comparison => {
      const sides = each(read);
      return comparisonOf(sides.before, sides.after, options);
    };
    return this.#do<Comparison>({
      sizes: sizesOf(before, after, under?.text),
      here: () => compared((text) => loadDag(text, { name, base: under?.base ?? null })),
      job: () => {
        const sides = each((text) => ({ text, name, base: under?.text ?? null }));
        return { kind: 'compare', job: { ...options, ...sides } };
      },
      refused: (reason) =>
        compared((text) => refusedText(text, { name, reason: `the comparison ${reason}` })),
    });
  }

  /**
   * Merges what two people have made of a text.
   *
   * @throws EngineError `bad_request` for texts that take too long.
   */
  merge(texts: ThreeTexts): Promise<readonly MergePiece[]> {
    return this.#do<readonly MergePiece[]>({
      sizes: sizesOf(texts.base, texts.mine, texts.theirs),
      here: () => mergeHere(texts),
      job: () => ({ kind: 'merge', job: texts }),
      refused: refusing('This merge'),
    });
  }

  /** Writes a definition of earlier forms anew. What takes too long stays as it is, with the reason as its problem. */
  turnOlderForms(text: string, { under, ...options }: TurnOptions): Promise<Turned> {
    const job = { ...options, text, base: under?.text ?? null };
    return this.#do<Turned>({
      sizes: sizesOf(text, under?.text),
      here: () => turnHere(job),
      job: () => ({ kind: 'turn', job }),
      // It is read as many times as it has levels.
      limitMs: AGAIN_LIMIT_MS,
      refused: (reason) => ({
        ...{ text, remarks: [] },
        problems: [{ line: 1, message: `the definition ${reason}` }],
      }),
    });
  }

  /**
   * Plans the DAGs of a crontab.
   *
   * @throws EngineError `bad_request` for one that takes too long.
   */
  planCrontab(job: CrontabJob): Promise<CrontabPlan> {
    return this.#do<CrontabPlan>({
      sizes: [weightOfCrontab(job.text), ...sizesOf(job.base)],
      here: () => crontabHere(job),
      job: () => ({ kind: 'crontab', job }),
      limitMs: AGAIN_LIMIT_MS,
      refused: refusing(`The crontab ${job.name}`),
    });
  }

  /**
   * Tells when a schedule is due.
   *
   * @throws EngineError `bad_request` for one that takes too long.
   */
  slots(job: SlotsJob): Promise<readonly PlannedSlot[]> {
    return this.#do<readonly PlannedSlot[]>({
      sizes: [weightOfSchedule(job.schedule)],
      here: () => slotsHere(job),
      job: () => ({ kind: 'slots', job }),
      refused: refusing('This schedule'),
    });
  }

  /**
   * Finds a document in the text of a file by its name; null: there is none.
   *
   * @throws EngineError `bad_request` for a file that takes too long.
   */
  documentText(text: string, name: string): Promise<string | null> {
    return this.#do<string | null>({
      sizes: sizesOf(text),
      here: () => documentHere({ text, name }),
      job: () => ({ kind: 'document', job: { text, name } }),
      limitMs: AGAIN_LIMIT_MS,
      refused: refusing('The file of this run'),
    });
  }

  /**
   * Plans a dry run. Whether it is large is seen by its texts, or by how much it comes to show.
   *
   * @throws EngineError of `planDryRun`; `bad_request` for one that takes too long.
   */
  async dryRun(job: DryRunJob, texts: readonly (string | undefined)[]): Promise<DryRun> {
    const allowance = newAllowance(MAX_SHOWN_AT_ONCE);
    const here = { ...job, options: { ...job.options, allowance } };
    const plan = (sizes: Task<DryRun>['sizes']): Promise<DryRun> =>
      this.#do<DryRun>({
        sizes,
        here: () => planHere(here, this.schemas),
        job: () => ({ kind: 'dryRun', job }),
        refused: refusing('This dry run'),
      });
    try {
      return await plan(sizesOf(...texts, job.options.params));
    } catch (error) {
      if (allowance.left >= 0) throw error;
    }
    return plan(null);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #do<T>({ sizes, here, job, limitMs = LIMIT_MS, refused }: Task<T>): Promise<T> {
    if (sizes !== null && this.#isForHere(sizes)) return here();
    try {
      // What the program makes of this job.
      return (await this.#ask(job(), limitMs)) as T;
    } catch (error) {
      const reason = tooMuch(error, limitMs);
      if (reason === null) throw error;
      return refused(reason, error);
    }
  }

  /** Of the event loop each request has one share. */
  #isForHere(sizes: readonly number[]): boolean {
    if (sizes.some(isLargeSize)) return false;
    const request = this.#isShared ? undefined : requestWork();
    if (request === undefined) return true;
    request.charactersHere += sizes.reduce((sum, size) => sum + size, 0);
    return !isLargeSize(request.charactersHere);
  }

  async #ask(job: Job, limitMs?: number): Promise<unknown> {
    const request = requestWork();
    const own = this.#isShared ? undefined : request;
    if (own !== undefined && own.msAside >= REQUEST_LIMIT_MS) throw tooMuchInAll();
    const options = { limitMs, lane: request?.lane, signal: own?.gone };
    const answer = (await this.#thread.ask(job, options)) as Answer;
    if (own !== undefined) own.msAside += answer.usedMs;
    switch (answer.kind) {
      case 'done':
        return answer.value;
      case 'refused':
        throw fromWireError(answer.error);
      case 'failed':
        throw answer.error;
    }
  }
}

function refusing(what: string): (reason: string, cause: unknown) => never {
  return (reason, cause) => {
    throw new EngineError('bad_request', `${what} ${reason}.`, { cause });
  };
}

function sideThread(): SideThread {
  return new SideThread({
    program: () => ownProgram(import.meta.dirname, 'aside-program.ts'),
    limitMs: LIMIT_MS,
    idleMs: IDLE_MS,
  });
}
