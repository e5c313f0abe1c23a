import { stepAt } from '../dag/run-steps.ts';
import type { RunSetting } from './run-setting.ts';

/** After a stop or a time limit each handler may take this long, unless it has a limit of its own. */
const HANDLER_MS = 60_000;

/** How long a run may take (`timeout_sec`), and after that, its handlers (decisions 20). */
export class RunLimits {
  readonly #run: RunSetting;
  #cancel: () => void = () => undefined;

  constructor(run: RunSetting) {
    this.#run = run;
  }

  limitSteps(over: () => void): void {
    const { state, clock, log } = this.#run;
    const { dag, run } = state;
    if (dag.timeoutSec === 0 || run.phase === 'handlers') return;
    const left = (run.startedAt ?? run.createdAt) + dag.timeoutSec * 1000 - clock.now();
    const end = (): void => {
      log('run timed out', { limit: dag.timeoutSec });
      over();
    };
    // A run that is taken over too late must start nothing more, so this does not wait for a timer.
    if (left <= 0) end();
    else this.#cancel = clock.after(left, end);
  }

  limitHandler(position: number, over: () => void): void {
    const { state, clock, log } = this.#run;
    const handler = stepAt(state.dag, position);
    if (state.run.cutShort === null || handler.timeoutSec > 0) return;
    this.#cancel = clock.after(HANDLER_MS, () => {
      log('handler took too long', { handler: handler.name, limit: HANDLER_MS / 1000 });
      over();
    });
  }

  cancel(): void {
    this.#cancel();
  }
}
