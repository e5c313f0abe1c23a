import { advance, type Move } from '../../dag/plan.ts';
import type { ActiveNodes } from './active-nodes.ts';
import type { RunServices } from '../state/run-services.ts';

/** Does what the plan of a run says: begins steps, and resolves those that never will. */
export class StepStarter {
  readonly #run: RunServices;
  readonly #active: ActiveNodes;
  readonly #resume: () => void;
  #cancelDelay: (() => void) | null = null;

  /** `resume` is called when a delay is over. */
  constructor(run: RunServices, active: ActiveNodes, resume: () => void) {
    this.#run = run;
    this.#active = active;
    this.#resume = resume;
  }

  /** Whether `delay_sec` still holds every start after the last one, and the end of the run. */
  get isHeld(): boolean {
    return this.#cancelDelay !== null;
  }

  startSteps(): void {
    const { dag, plan, facts } = this.#run.state;
    const room = this.isHeld ? 0 : dag.maxActiveSteps;
    for (const move of advance(plan, facts, room)) {
      if (move.kind === 'resolve') this.#resolve(move);
      else this.#active.begin(move.position);
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

  #resolve({ position, status, error, continued }: Move & { readonly kind: 'resolve' }): void {
    const { state, writes, log, changed } = this.#run;
    // It has no times, for it never began.
    const { save, after } = state.change(position, {
      status,
      error,
      continued: continued ? 1 : 0,
    });
    writes.commit(save, () => changed(after));
    log('step not started', { step: after.name, status, error });
  }

  #hold(delayMs: number): void {
    this.#cancelDelay = this.#run.clock.after(delayMs, () => {
      this.#cancelDelay = null;
      this.#resume();
    });
  }
}
