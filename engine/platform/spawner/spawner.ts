import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { FIRST_WORD_MS, LIVENESS_MS, type LaunchStep } from '../step-process.ts';
import { SpawnedStep } from './spawned-step.ts';
import { SpawnerShell } from './spawner-shell.ts';
import { canSpawn, launchText, type SpawnerWord } from './spawner-script.ts';

interface SpawnerOptions {
  /** The file of bash. */
  readonly program: string;
  /** Stands in the command line of what it starts. */
  readonly mark: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Starts what it cannot. */
  readonly direct: LaunchStep;
}

const SETTLE_MS = 50;
/** Somebody who kills a few does not mean all, and where none can live steps must be started without. */
const MAX_FAILURES = 10;
/** A launch takes milliseconds. One that waits this long waits for a spawner that somebody has stopped. */
const STUCK_MS = 10_000;

/**
 * Starts steps by a small process that lives beside the engine. A fork copies the tables of all the memory of the process
 * that forks, while its event loop stands still: from an engine it takes several times as long as from a small shell.
 *
 * It is started when it is first needed, and again when it has died. What was asked of a dead one has begun or never will,
 * as its record tells; what it had begun goes on and still tells its end.
 */
export class Spawner {
  readonly #options: SpawnerOptions;
  readonly #steps = new Map<number, SpawnedStep>();
  #shell: SpawnerShell | null = null;
  /** How many in a row died before they had started anything. */
  #failures = 0;
  #isUseless = false;
  #lastId = 0;
  #cancelWatch: (() => void) | null = null;

  constructor(options: SpawnerOptions) {
    this.#options = options;
  }

  /** Its process; undefined while there is none. */
  get pid(): number | undefined {
    return this.#shell?.pid;
  }

  readonly launch: LaunchStep = (options, events) => {
    if (this.#isUseless || !canSpawn(options)) return this.#options.direct(options, events);
    const id = (this.#lastId += 1);
    const text = launchText(id, options);
    // No shell reads one.
    if (text.includes('\0')) return this.#options.direct(options, events);
    const step = new SpawnedStep(options, events);
    this.#steps.set(id, step);
    this.#shell ??= this.#start();
    this.#shell.hold(true);
    this.#shell.launch(text);
    this.#watch();
    return step;
  };

  /** Lets go of it. It ends when its steps have. */
  close(): void {
    this.#cancelWatch?.();
    this.#shell?.close();
    this.#shell = null;
    this.#isUseless = true;
  }

  #start(): SpawnerShell {
    const { program, mark } = this.#options;
    const shell: SpawnerShell = new SpawnerShell({
      program,
      mark,
      told: (word) => this.#told(word),
      ended: (byItself) => this.#lost(shell, byItself),
    });
    return shell;
  }

  #told(word: SpawnerWord): void {
    const step = this.#steps.get(word.id);
    if (step === undefined) return;
    if (word.kind === 'began') {
      this.#failures = 0;
      step.began({ pid: word.pid, started: word.started });
      return;
    }
    this.#forget(word.id);
    if (word.kind === 'ended') step.ended(word.code);
    else step.startBy(this.#options.direct);
  }

  #lost(shell: SpawnerShell, byItself: boolean): void {
    if (this.#shell !== shell) return;
    this.#shell = null;
    this.#failures += 1;
    this.#isUseless ||= byItself || this.#failures === MAX_FAILURES;
    this.#options.log.warn('The process that starts steps has ended', {
      next: this.#isUseless ? 'steps start without it' : 'it is restarted',
    });
    this.#settle([...this.#steps.values()], FIRST_WORD_MS);
  }

  /** Its launchers may still come to say who they are. */
  #settle(steps: readonly SpawnedStep[], leftMs: number): void {
    const unsettled = steps.filter((step) => !step.lookAfterLoss());
    if (unsettled.length === 0) return;
    if (leftMs <= 0) for (const step of unsettled) step.giveUp();
    else this.#options.clock.after(SETTLE_MS, () => this.#settle(unsettled, leftMs - SETTLE_MS));
  }

  #forget(id: number): void {
    this.#steps.delete(id);
    if (this.#steps.size > 0) return;
    this.#shell?.hold(false);
    this.#cancelWatch?.();
    this.#cancelWatch = null;
  }

  /** A launcher that is killed says nothing, and it is no child of this process. */
  #watch(): void {
    this.#cancelWatch ??= this.#options.clock.after(LIVENESS_MS, () => {
      this.#cancelWatch = null;
      for (const [id, step] of this.#steps) {
        step.look();
        if (step.isOver) this.#forget(id);
      }
      if ([...this.#steps.values()].some(({ waitedMs }) => waitedMs > STUCK_MS))
        this.#shell?.kill();
      if (this.#steps.size > 0) this.#watch();
    });
  }
}
