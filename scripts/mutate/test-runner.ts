import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { processesUsing } from '../../test/support/leftovers.ts';
import type { CopiedTree } from './copied-tree.ts';

/** Absolute paths. */
export interface TestOrder {
  readonly changed: string;
  readonly tests: readonly string[];
}

/** What came of an order. */
export interface TestAnswer {
  /** The file of tests that failed, if any. */
  readonly failed: string | undefined;
  /** Whether it failed because it took too long, which may be the machine's doing. */
  readonly isLate: boolean;
  /** Files that took long. */
  readonly slow: readonly string[];
}

export type TestVerdict = TestAnswer | 'hangs';

/**
 * Runs tests of a tree in a process that stays, so that nothing is loaded twice. It is ended when it does not answer in
 * time, as a mistake may be an endless loop, and so is whatever the tests left behind.
 */
export class TestRunner implements AsyncDisposable {
  readonly #tree: CopiedTree;
  readonly #limitMs: number;
  #tester: ChildProcess | undefined;

  constructor(tree: CopiedTree, limitMs: number) {
    this.#tree = tree;
    this.#limitMs = limitMs;
  }

  async run(order: TestOrder): Promise<TestVerdict> {
    this.#tester ??= await this.#start();
    this.#tester.send(order);
    const verdict = await this.#answerOf(this.#tester);
    if (verdict === 'hangs') await this.#end();
    for (const pid of processesUsing(this.#tree.temporary)) endProcess(pid);
    return verdict;
  }

  async #start(): Promise<ChildProcess> {
    const tester = fork(join(import.meta.dirname, 'tester.ts'), {
      cwd: this.#tree.root,
      detached: true,
      silent: true,
      env: { ...process.env, TMPDIR: this.#tree.temporary, NODE_ENV: 'test' },
    });
    const ready = Promise.withResolvers<void>();
    tester.once('message', () => ready.resolve());
    tester.once('exit', (code) =>
      ready.reject(new Error(`The tests did not start: exit ${code}.`)),
    );
    await ready.promise;
    return tester;
  }

  async #answerOf(tester: ChildProcess): Promise<TestVerdict> {
    const { promise, resolve } = Promise.withResolvers<TestVerdict>();
    // A mistake that ends the process of the tests is noticed as well.
    const onEnd = () => resolve('hangs');
    const timer = setTimeout(onEnd, this.#limitMs);
    tester.once('message', resolve).once('exit', onEnd);
    const verdict = await promise;
    clearTimeout(timer);
    tester.off('message', resolve).off('exit', onEnd);
    return verdict;
  }

  /** Its workers stand in its group. */
  async #end(): Promise<void> {
    const tester = this.#tester;
    this.#tester = undefined;
    if (tester?.pid === undefined || tester.exitCode !== null) return;
    const ended = new Promise((resolve) => tester.once('exit', resolve));
    endProcess(-tester.pid);
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
