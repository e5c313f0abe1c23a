import { advance, type Move } from '../../dag/plan.ts';
import type { Lives } from './lives.ts';
import type { RunSetting } from '../state/run-setting.ts';

/** Does what the plan of a run says: begins steps, and settles those that will never begin. */
export class StepStarter {
  readonly #run: RunSetting;
  readonly #lives: Lives;
  readonly #goOn: () => void;
  #cancelDelay: (() => void) | null = null;

  /** `goOn` is called when a delay is over. */
  constructor(run: RunSetting, lives: Lives, goOn: () => void) {
    this.#run = run;
    this.#lives = lives;
    this.#goOn = goOn;
  }

  /** Whether `delay_sec` still holds every start after the last one, and the end of the run. */
  get isHeld(): boolean {
    return this.#cancelDelay !== null;
  }

  startSteps(): void {
    const { dag, plan, facts } = this.#run.state;
    const room = this.isHeld ? 0 : dag.maxActiveSteps;
    for (const move of advance(plan, facts, room)) {
      if (move.kind === 'settle') this.#settle(move);
      else this.#lives.begin(move.position);
      if (move.kind === 'start' && dag.delaySec > 0) {
        this.#hold(dag.delaySec * 1000);
        return;
      }
    }
  }

  cancel(): void {
    this.#cancelDelay?.();
    this.#cancelDelay = null;
  }

  #settle({ position, status, error, continued }: Move & { readonly kind: 'settle' }): void {
    const { state, writes, log, changed } = this.#run;
    // It has no times, for it never began.
    const { save, after } = state.change(position, {
      status,
      error,
      continued: continued ? 1 : 0,
    });
    writes.record(save, () => changed(after));
    log('step not run', { step: after.name, status, error });
  }

  #hold(delayMs: number): void {
    this.#cancelDelay = this.#run.clock.after(delayMs, () => {
      this.#cancelDelay = null;
      this.#goOn();
    });
  }
}
