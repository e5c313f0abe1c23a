import type { Dag, Step } from '../dag/definition.ts';
import type { ProcessEnd } from '../platform/step-process.ts';
import { captureOutput, errorTail } from './step-output.ts';

/** What the end of a step's process means for its node. */
export interface Outcome {
  readonly status: 'succeeded' | 'failed' | 'aborted';
  readonly exitCode: number | null;
  readonly error: string;
  /** Value for the step's `output`; null when there is none to take. */
  readonly output: string | null;
}

export interface OutcomeOptions {
  readonly dag: Dag;
  readonly step: Step;
  readonly end: ProcessEnd;
  readonly stopped: boolean;
  readonly timedOut: boolean;
  readonly stderrFile: string;
  /** File of standard output alone. */
  readonly captureFile: string;
}

const EXIT_TIMEOUT = 124;

/** Judges an end: a stop aborts whatever the exit code, a time limit fails with 124, an unknown exit is no success. */
export function judgeEnd(options: OutcomeOptions): Outcome {
  const { end, step } = options;
  const exitCode = end.kind === 'exited' ? end.code : null;
  if (options.stopped) return { status: 'aborted', exitCode, error: 'stopped', output: null };
  const captured = capture(options);
  if (options.timedOut) {
    const error = `step timed out after ${step.timeoutSec}s (timeout_sec)`;
    return { status: 'failed', exitCode: EXIT_TIMEOUT, error, output: captured.output };
  }
  if (end.kind === 'unknown') {
    return { status: 'failed', exitCode: null, error: EXIT_UNKNOWN, output: captured.output };
  }
  if (end.code !== 0) {
    return { status: 'failed', exitCode, error: exitError(options, end), output: captured.output };
  }
  if (captured.error !== '') {
    return { status: 'failed', exitCode, error: captured.error, output: null };
  }
  return { status: 'succeeded', exitCode, error: '', output: captured.output };
}

const EXIT_UNKNOWN =
  'exit unknown: the process is gone and left no exit code (it or its launcher was killed)';

function exitError(
  { step, stderrFile }: OutcomeOptions,
  end: { readonly code: number; readonly command: number },
): string {
  const which =
    step.commands.length > 1 && step.script === null ? `command ${end.command} failed: ` : '';
  const tail = errorTail(stderrFile);
  return `${which}exit status ${end.code}${tail === '' ? '' : `\nrecent stderr (tail):\n${tail}`}`;
}

// Outputs are taken from failed steps as well.
function capture({ dag, step, captureFile }: OutcomeOptions): {
  output: string | null;
  error: string;
} {
  if (step.output === null) return { output: null, error: '' };
  try {
    const captured = captureOutput(captureFile, dag.maxOutputSize);
    if (captured.kind === 'value') return { output: captured.value, error: '' };
    const error = `the output ${step.output.name} has ${captured.bytes} bytes, more than max_output_size allows (${dag.maxOutputSize})`;
    return { output: null, error };
  } catch (error) {
    return {
      output: null,
      error: `the output ${step.output.name} cannot be read: ${(error as Error).message}`,
    };
  }
}
