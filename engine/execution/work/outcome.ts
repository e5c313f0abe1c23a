import type { Step } from '../../dag/definition.ts';
import { isoTime } from '../../lib/clock.ts';
import type { ProcessEnd } from '../../platform/step-process.ts';
import { printedIn } from '../../steps/printed-in.ts';
import type { NewAttempt } from '../../storage/attempts.ts';
import { EXIT_TIMEOUT, plainOutcome, timeoutError, type Outcome } from './execution.ts';
import { attemptFiles } from '../keep/run-folders.ts';
import { isCarriedOutByUs, type Told } from './program-process.ts';
import type { RunServices } from '../state/run-services.ts';
import { captureOutput, errorTail, tooLargeError, type CaptureOptions } from './step-output.ts';

export interface EndOptions {
  readonly run: RunServices;
  readonly step: Step;
  readonly attempt: Pick<NewAttempt, 'position' | 'number' | 'stdoutFrom'>;
  readonly told: Told;
  readonly end: Exclude<ProcessEnd, { kind: 'never-began' }>;
  readonly stopped: boolean;
  readonly timedOut: boolean;
  /** Milliseconds since the epoch, where it ended before this engine looked; null: now. */
  readonly endedAt: number | null;
}

/** Judges an end: a stop aborts whatever the exit code, a time limit fails with 124, an unknown exit is no success. */
export function judgeEnd(options: EndOptions): Outcome {
  const { told, endedAt } = options;
  const outcome = judged(options);
  const facts = [...told.facts, ...outcome.facts];
  return { ...outcome, facts, messages: told.messages, endedAt };
}

function judged(options: EndOptions): Outcome {
  const { end, step, told, stopped, timedOut } = options;
  const exitCode = end.kind === 'exited' ? end.code : null;
  if (stopped) return plainOutcome('aborted', { exitCode, error: 'stopped' });
  const { error, ...taken } = capture(options);
  if (timedOut) {
    const limit = timeoutError(step.timeoutSec);
    return plainOutcome('failed', { exitCode: EXIT_TIMEOUT, error: limit, ...taken, timedOut });
  }
  if (end.kind === 'unknown') {
    return plainOutcome('failed', { error: unknownError(options), ...taken, unknownExit: true });
  }
  if (end.code !== 0) {
    return plainOutcome('failed', {
      exitCode,
      error: told.error ?? exitError(options, end),
      ...taken,
    });
  }
  if (error !== '') return plainOutcome('failed', { exitCode, error });
  return plainOutcome('succeeded', { exitCode, ...taken });
}

const EXIT_UNKNOWN =
  'exit unknown: the process ended without an exit code (it or its launcher was killed)';

/** Nobody knows either when it ended. */
function unknownError({ endedAt }: EndOptions): string {
  return endedAt === null ? EXIT_UNKNOWN : `${EXIT_UNKNOWN}; last seen: ${isoTime(endedAt)}`;
}

function exitError(
  { run, step, attempt, told }: EndOptions,
  end: { readonly code: number; readonly command: number },
): string {
  // A program of ours carries out all commands of a step by itself.
  const command = isCarriedOutByUs(step) ? told.failedCommand : end.command;
  const isOne = command === null || step.commands.length < 2 || step.script !== null;
  const which = isOne ? '' : `command ${command} failed: `;
  const tail = errorTail(
    run.state.nodes[attempt.position]?.stderr ?? '',
    printedIn(step, run.state.dag),
  );
  return `${which}exit status ${end.code}${tail === '' ? '' : `\nrecent stderr (tail):\n${tail}`}`;
}

// Outputs are taken from failed steps as well.
function capture(options: EndOptions): TakenOutput {
  const { run, step } = options;
  const nothing = { output: null, facts: [] };
  if (step.output === null) return { ...nothing, error: '' };
  const { name } = step.output;
  const limit = run.state.dag.maxOutputSize;
  try {
    const captured = captureOutput(captureSource(options));
    if (captured.kind !== 'value')
      return { ...nothing, error: tooLargeError(name, captured.bytes, limit) };
    const { value, damaged } = captured;
    const facts = damaged ? [{ name: 'output', value: damagedNote(name, options) }] : [];
    return { output: sealed(run, value), facts, error: '' };
  } catch (error) {
    const reason = (error as Error).message;
    return { ...nothing, error: `cannot read the output ${name}: ${reason}` };
  }
}

interface TakenOutput extends Pick<Outcome, 'output' | 'facts'> {
  readonly error: string;
}

function damagedNote(name: string, { step, run }: EndOptions): string {
  const encoding = printedIn(step, run.state.dag);
  const how = encoding === 'utf-8' ? 'UTF-8' : encoding;
  return `${name} is not ${how}: what could not be read became \u{fffd}; name the encoding of the program in log_output_encoding`;
}

/** A filter seals what it captures. */
function sealed(run: RunServices, value: string): string {
  const vault = run.vault();
  return vault.isEmpty ? vault.seal(value) : value;
}

/** The text is sealed already where a filter captured it; else it is the log of this attempt, or its copy. */
function captureSource({ run, step, attempt }: EndOptions): CaptureOptions {
  const { position, number, stdoutFrom } = attempt;
  const { stdout = '', stderr = '' } = run.state.nodes[position] ?? {};
  const { capture: file } = attemptFiles(run.workFolder, position, number);
  const mostBytes = run.state.dag.maxOutputSize;
  const encoding = printedIn(step, run.state.dag);
  const vault = run.vault();
  const measure = (text: string): number => Buffer.byteLength(vault.unseal(text));
  if (!vault.isEmpty) return { file, from: 0, mostBytes, encoding, measure };
  if (stdout === stderr) return { file, from: 0, mostBytes, encoding };
  return { file: stdout, from: stdoutFrom, mostBytes, encoding };
}
