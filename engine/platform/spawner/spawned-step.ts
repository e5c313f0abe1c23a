import { cancelStart, readExitRecord } from '../exit-record.ts';
import { bootId, groupOf, isRunning, type ProcessIdentity } from '../process-identity.ts';
import { marksOf } from '../step-marks.ts';
import { findMembers } from '../step-members.ts';
import {
  endOf,
  type Launch,
  type LaunchEvents,
  type LaunchOptions,
  type ProcessEnd,
} from '../step-process.ts';
import { markStop } from '../stop-mark.ts';

/** A step whose launch was given to the spawner. */
export class SpawnedStep implements Launch {
  readonly options: LaunchOptions;
  readonly #events: LaunchEvents;
  readonly #askedAtMs = performance.now();
  #identity: ProcessIdentity | null = null;
  #isOver = false;

  constructor(options: LaunchOptions, events: LaunchEvents) {
    this.options = options;
    this.#events = events;
  }

  /** Nothing more is told of it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** How long it has been asked to begin in vain, in milliseconds. */
  get waitedMs(): number {
    return this.hasBegun ? 0 : performance.now() - this.#askedAtMs;
  }

  get hasBegun(): boolean {
    return this.#identity !== null;
  }

  cancel(): boolean {
    const { recordFile, nonce } = this.options;
    if (this.hasBegun) return false;
    this.#isOver ||= cancelStart(recordFile, nonce);
    return this.#isOver;
  }

  detach(): void {
    this.#isOver = true;
  }

  began(identity: ProcessIdentity): void {
    if (this.#isOver || this.hasBegun) return;
    this.#identity = identity;
    const { recordFile } = this.options;
    const launched = { pid: identity.pid, atMs: this.#askedAtMs };
    const marks = marksOf(this.options, identity.pid);
    this.#events.began({
      identity,
      groupId: () => groupOf(identity),
      beginNoMore: () => markStop(recordFile),
      findMembers: (tell) => findMembers(marks, launched, tell),
      detach: () => this.detach(),
    });
  }

  ended(code: number | null): void {
    if (!this.#isOver) this.#end(endOf(this.options, code));
  }

  /** Starts it in another way: it certainly has not begun, and will not by this launch. */
  startBy(launch: (options: LaunchOptions, events: LaunchEvents) => Launch): void {
    if (this.#isOver) return;
    this.#isOver = true;
    launch(this.options, this.#events);
  }

  /** What nobody tells: that its launcher was killed. */
  look(): void {
    if (this.#identity !== null && !isRunning(this.#identity)) this.ended(null);
  }

  /** Finds out what became of it when nobody is left to tell. False: it has begun, and has not said yet who it is. */
  lookAfterLoss(): boolean {
    if (this.#isOver || this.hasBegun) return true;
    const { recordFile, nonce } = this.options;
    if (cancelStart(recordFile, nonce)) {
      this.#end({ kind: 'never-began' });
      return true;
    }
    const { pid, began } = readExitRecord(recordFile, nonce);
    if (pid === null || began?.bootId !== bootId()) return false;
    this.began({ pid, started: began.started });
    return true;
  }

  /** Nobody will ever say what became of it. */
  giveUp(): void {
    this.#end({ kind: 'unknown' });
  }

  #end(end: ProcessEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#events.ended(end);
  }
}
