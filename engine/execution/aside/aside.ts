import type { DryRun } from '../../contract/dag.ts';
import { EngineError, fromWireError } from '../../contract/errors.ts';
import type { BaseDag } from '../../dag/base.ts';
import type { Turned } from '../../dag/import/turn-older-forms.ts';
import type { LoadResult } from '../../dag/definition.ts';
import { newAllowance } from '../../dag/expanded-text.ts';
import type { MergePiece, ThreeTexts } from '../../lib/merge-texts.ts';
import { ownProgram } from '../../lib/own-program.ts';
import { loadBase, loadDag, refusedBase, refusedText } from '../../steps/load-dag.ts';
import { sizeOf, type FileStamp } from '../../platform/file-stamp.ts';
import { SideThread } from '../../platform/side-thread.ts';
import type { Answer, Comparison, DryRunJob, Job, LoadJob, ReadOptions } from './job.ts';
import type { ParamSchemas } from '../prepare/param-schemas.ts';
import { schemasAside } from './schemas-aside.ts';
import { AGAIN_LIMIT_MS, LIMIT_MS, tooMuch } from './too-much.ts';
import { comparisonOf, documentHere, mergeHere, planHere, turnHere } from './work-here.ts';

/** Characters that are read on the event loop: it takes them less than 100 ms, whatever they are. */
const MAX_AT_ONCE = 16 * 1024;
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

/** Does large work beside the event loop, and small work at once. */
export class Aside {
  readonly #thread: Pick<SideThread, 'ask' | 'close'>;
  readonly schemas: ParamSchemas = schemasAside(
    (job) => this.#ask(job),
    (text) => isLarge(text, null),
  );

  constructor(thread: Pick<SideThread, 'ask' | 'close'> = sideThread()) {
    this.#thread = thread;
  }

  /**
   * Reads and checks a definition. One that takes too long is refused, like one that holds too much.
   *
   * @throws EngineError `rate_limited` while too many large ones wait.
   */
  load(text: string, options: LoadOptions): Promise<LoadResult> {
    return this.#load(text, options);
  }

  /**
   * Reads a base.yaml. One that takes too long is refused, and every definition with it.
   *
   * @throws EngineError `rate_limited` while too many large ones wait.
   */
  async loadBase(text: string): Promise<BaseDag> {
    if (!isLarge(text, null)) return loadBase(text);
    try {
      // What the program makes of this job.
      return (await this.#ask({ kind: 'base', job: { text } })) as BaseDag;
    } catch (error) {
      const reason = tooMuch(error);
      if (reason === null) throw error;
      return refusedBase(reason);
    }
  }

  /** The same for a text that was accepted before. */
  loadAgain(text: string, options: LoadOptions): Promise<LoadResult> {
    return this.#load(text, options, AGAIN_LIMIT_MS);
  }

  async #load(
    text: string,
    { under, ...options }: LoadOptions,
    limitMs?: number,
  ): Promise<LoadResult> {
    if (!isLarge(text, under)) return loadDag(text, { ...options, base: under?.base ?? null });
    const { name } = options;
    const job = { ...options, text, base: under?.text ?? null };
    try {
      // What the program makes of this job.
      return (await this.#ask({ kind: 'load', job }, limitMs)) as LoadResult;
    } catch (error) {
      const reason = tooMuch(error, limitMs);
      if (reason === null) throw error;
      return refusedText(text, { name, reason: `the definition ${reason}` });
    }
  }

  /**
   * Tells what two texts differ in. Those that take too long are refused, like one that does not load.
   *
   * @throws EngineError `rate_limited` while too many large ones wait.
   */
  async compare({ before, after, under, name, ...options }: CompareOptions): Promise<Comparison> {
    const sides = [before, after].filter((text) => text !== null);
    if (!sides.some((text) => isLarge(text, under))) {
      const read = (text: string | null) =>
        text === null ? null : loadDag(text, { name, base: under?.base ?? null });
      return comparisonOf(read(before), read(after), options);
    }
    const job = (text: string | null): LoadJob | null =>
      text === null ? null : { text, name, base: under?.text ?? null };
    try {
      const asked = { ...options, before: job(before), after: job(after) };
      // What the program makes of this job.
      return (await this.#ask({ kind: 'compare', job: asked })) as Comparison;
    } catch (error) {
      const reason = tooMuch(error);
      if (reason === null) throw error;
      const refused = (text: string | null) =>
        text === null ? null : refusedText(text, { name, reason: `the comparison ${reason}` });
      return comparisonOf(refused(before), refused(after), options);
    }
  }

  /**
   * Merges what two people have made of a text.
   *
   * @throws EngineError `bad_request` for texts that take too long, `rate_limited` while too many large ones wait.
   */
  async merge(texts: ThreeTexts): Promise<readonly MergePiece[]> {
    if (!Object.values(texts).some((text: string) => isLarge(text, null))) return mergeHere(texts);
    try {
      // What the program makes of this job.
      return (await this.#ask({ kind: 'merge', job: texts })) as readonly MergePiece[];
    } catch (error) {
      const reason = tooMuch(error);
      if (reason === null) throw error;
      throw new EngineError('bad_request', `This merge ${reason}.`, { cause: error });
    }
  }

  /**
   * Writes a definition of earlier forms anew. What takes too long stays as it is, with the reason as its problem.
   *
   * @throws EngineError `rate_limited` while too many large ones wait.
   */
  async turnOlderForms(text: string, { under, ...options }: LoadOptions): Promise<Turned> {
    const job = { ...options, text, base: under?.text ?? null };
    if (!isLarge(text, under)) return turnHere(job);
    try {
      // It is read as many times as it has levels. What the program makes of this job.
      return (await this.#ask({ kind: 'turn', job }, AGAIN_LIMIT_MS)) as Turned;
    } catch (error) {
      const reason = tooMuch(error, AGAIN_LIMIT_MS);
      if (reason === null) throw error;
      return { text, remarks: [], problems: [{ line: 1, message: `the definition ${reason}` }] };
    }
  }

  /**
   * Finds a document in the text of a file by its name; null: there is none.
   *
   * @throws EngineError `bad_request` for a file that takes too long, `rate_limited` while too many large ones wait.
   */
  async documentText(text: string, name: string): Promise<string | null> {
    const job = { text, name };
    if (!isLarge(text, null)) return documentHere(job);
    try {
      // What the program makes of this job.
      return (await this.#ask({ kind: 'document', job }, AGAIN_LIMIT_MS)) as string | null;
    } catch (error) {
      const reason = tooMuch(error, AGAIN_LIMIT_MS);
      if (reason === null) throw error;
      throw new EngineError('bad_request', `The file of this run ${reason}.`, { cause: error });
    }
  }

  /**
   * Plans a dry run. Whether it is large is seen by its text, or by how much it comes to show.
   *
   * @throws EngineError of `planDryRun`; `bad_request` for one that takes too long.
   */
  async dryRun(job: DryRunJob, isLargeText: boolean): Promise<DryRun> {
    const allowance = newAllowance(isLargeText ? 0 : MAX_SHOWN_AT_ONCE);
    try {
      const here = { ...job, options: { ...job.options, allowance } };
      if (!isLargeText) return await planHere(here, this.schemas);
    } catch (error) {
      if (allowance.left >= 0) throw error;
    }
    try {
      // What the program makes of this job.
      return (await this.#ask({ kind: 'dryRun', job })) as DryRun;
    } catch (error) {
      const reason = tooMuch(error);
      if (reason === null) throw error;
      throw new EngineError('bad_request', `This dry run ${reason}.`, { cause: error });
    }
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #ask(job: Job, limitMs?: number): Promise<unknown> {
    const answer = (await this.#thread.ask(job, limitMs)) as Answer;
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

/** Whether a text, or the base under it, is too large for the event loop. */
export function isLarge(text: string, under: Pick<Under, 'text'> | null): boolean {
  return isLargeSize(text.length) || (under !== null && isLargeSize(under.text.length));
}

/** The same of a file, by its fingerprint. */
export function isLargeFile(stamp: Pick<FileStamp, 'fingerprint'>): boolean {
  return isLargeSize(sizeOf(stamp));
}

/** The same of a text that is not at hand. */
export function isLargeSize(characters: number): boolean {
  return characters > MAX_AT_ONCE;
}

function sideThread(): SideThread {
  return new SideThread({
    program: () => ownProgram(import.meta.dirname, 'aside-program.ts'),
    limitMs: LIMIT_MS,
    idleMs: IDLE_MS,
  });
}
