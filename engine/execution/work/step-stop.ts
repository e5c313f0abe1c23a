import type { Clock } from '../../lib/clock.ts';
import type { StepMember } from '../../platform/step-member.ts';
import type { StepProcess } from '../../platform/step-process.ts';
import type { StepProcesses } from '../../platform/step-processes.ts';

export interface EndingOptions {
  readonly clock: Clock;
  readonly processes: StepProcesses;
  /** Asked for its group again each time: of an adopted one that may be known late. */
  readonly step: Pick<StepProcess, 'groupId' | 'beginNoMore' | 'findMembers'>;
  readonly signal: NodeJS.Signals;
  /** Milliseconds between the signal and SIGKILL. */
  readonly graceMs: number;
}

export interface StopOptions extends EndingOptions {
  /** The signal waits for it: a crash must not take back why a step was ended, or its end would be a failure. */
  readonly stored: Promise<void>;
}

export interface LeftOptions extends EndingOptions {
  /** Milliseconds in which it may end by itself before the signal is sent. */
  readonly patienceMs: number;
  /** Told of the processes that did not, before the signal is sent. */
  readonly ended: (pids: readonly number[]) => void;
}

/** The end of all that belongs to a step, which has begun. */
export interface StepStop {
  /** Calls back once nothing of the step is left, its children in other sessions included. */
  readonly whenGone: (gone: () => void) => void;
  readonly cancel: () => void;
}

// No system call reports that a group of strangers has become empty; this is asked for seconds at the most.
const LOOK_MS = 20;

/** Signals a step with all that it started, and kills what is left of it when the grace is over. */
export function stopStep({ stored, ...options }: StopOptions): StepStop {
  const ending = new Ending(options);
  void stored.then(() => {
    if (ending.isCancelled) return;
    options.step.beginNoMore();
    ending.signal(options.signal);
  });
  ending.killIn(options.graceMs);
  return ending;
}

/** The same for what runs on although the commands of the step have ended. Its group may be that of strangers by now. */
export function endLeft({ patienceMs, ended, ...options }: LeftOptions): StepStop {
  const ending = new Ending(options, () => {
    ending.later(patienceMs, () =>
      ending.signal(options.signal, (members) => ended(members.map(({ pid }) => pid))),
    );
    ending.killIn(patienceMs + options.graceMs);
  });
  return ending;
}

class Ending implements StepStop {
  readonly #options: EndingOptions;
  /** False once it is empty: then its number may become that of strangers. */
  #hasGroup: boolean;
  #left: (() => void) | null;
  #isKilling = false;
  #members: readonly StepMember[] = [];
  readonly #cancels: (() => void)[] = [];
  #cancelLook: () => void = () => undefined;
  isCancelled = false;

  /** `left`: the group does not matter, and this is called when there is something else. */
  constructor(options: EndingOptions, left: (() => void) | null = null) {
    this.#options = options;
    this.#hasGroup = left === null;
    this.#left = left;
  }

  /** `found` is told of the members before they get it. */
  signal(
    signal: NodeJS.Signals,
    found: (members: readonly StepMember[]) => void = () => undefined,
  ): void {
    const { processes, step } = this.#options;
    const group = this.#hasGroup ? step.groupId() : 0;
    if (group !== 0) processes.signalGroup(group, signal);
    step.findMembers((members) => {
      if (this.isCancelled) return;
      // A process may have dropped the cookie since it was noticed, and is nobody's to wait for.
      this.#members = members;
      found(members);
      // Those of the group have it already, and a second one may mean something else.
      for (const member of members) {
        if (member.group !== group) processes.signalMember(member, signal);
      }
    });
  }

  killIn(ms: number): void {
    this.later(ms, () => {
      this.#isKilling = true;
      this.signal('SIGKILL');
    });
  }

  later(ms: number, then: () => void): void {
    this.#cancels.push(this.#options.clock.after(ms, then));
  }

  whenGone(gone: () => void): void {
    const { clock, processes, step } = this.#options;
    const again = (): void => {
      this.#cancelLook = clock.after(LOOK_MS, () => this.whenGone(gone));
    };
    this.#hasGroup &&= processes.groupIsAlive(step.groupId());
    if (this.#hasGroup || this.#members.some(processes.isRunning)) {
      again();
      return;
    }
    step.findMembers((members) => {
      if (this.isCancelled) return;
      this.#members = members;
      // What came into being after the signal was sent.
      if (this.#isKilling) for (const each of members) processes.signalMember(each, 'SIGKILL');
      if (members.length > 0) {
        this.#left?.();
        this.#left = null;
        again();
        return;
      }
      this.cancel();
      gone();
    });
  }

  cancel(): void {
    this.isCancelled = true;
    this.#cancelLook();
    for (const cancel of this.#cancels) cancel();
  }
}
