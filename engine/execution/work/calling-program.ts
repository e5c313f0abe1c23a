import type { ProcessIdentity } from '../../platform/process-identity.ts';
import type { LaunchOptions } from '../../platform/step-process.ts';
import type { AttemptRecord } from '../../storage/attempts.ts';
import type { Database } from '../../storage/database.ts';
import type { RunRecord } from '../../storage/runs.ts';
import type { Execution, Outcome } from './execution.ts';
import { ProcessExecution, type ProcessOptions } from './process-execution.ts';
import { ProgramCalls, type AllowedCalls, type ProgramCallsOptions } from './program-calls.ts';

export type CallingProgramOptions = ProcessOptions &
  Pick<ProgramCallsOptions, 'folder' | 'waiting'>;

/** A program that asks for runs of other DAGs while it works. It has ended when its process and all of these runs have. */
export class CallingProgram implements Execution {
  readonly #options: CallingProgramOptions;
  readonly #process: ProcessExecution;
  readonly #calls: ProgramCalls;
  #outcome: Outcome | null = null;

  constructor(options: CallingProgramOptions) {
    this.#options = options;
    this.#process = new ProcessExecution({
      ...options,
      ended: (outcome) => {
        this.#outcome = outcome;
        // Nobody waits for them any more.
        this.#calls.stop();
      },
    });
    this.#calls = new ProgramCalls({
      ...options,
      attempt: options.attempt.number,
      position: options.attempt.position,
      idle: () => this.#finish(),
    });
  }

  /** As `ProcessExecution.start`, of a program that may ask for these. */
  start(
    launch: LaunchOptions,
    began: (identity: ProcessIdentity) => void,
    allowed: AllowedCalls,
  ): void {
    this.#calls.begin(allowed);
    this.#process.start(launch, began);
  }

  adopt(earlier: AttemptRecord, db: Database): void {
    this.#calls.resume(db);
    this.#process.adopt(earlier);
  }

  childChanged(child: RunRecord): void {
    this.#calls.childChanged(child);
  }

  stop(): void {
    this.#process.stop();
    this.#calls.stop();
  }

  detach(): void {
    this.#process.detach();
    this.#calls.detach();
  }

  #finish(): void {
    if (this.#outcome === null) return;
    this.#calls.detach();
    this.#options.ended(this.#outcome);
  }
}
