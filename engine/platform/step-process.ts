import { readExitRecord } from './exit-record.ts';
import type { LauncherOptions } from './launcher-options.ts';
import type { StepMask } from './masking/step-filter.ts';
import type { ProcessIdentity } from './process-identity.ts';
import type { TellMembers } from './step-member.ts';

/**
 * How a step's process ended. `unknown`: it is gone and left no exit code, so nobody may call it a success.
 * `never-began`: no command ran, and by this start none ever will.
 */
export type ProcessEnd =
  | {
      readonly kind: 'exited';
      readonly past?: PastEnd;
      readonly code: number;
      /** 1-based. */
      readonly command: number;
      /** CPU time of its commands in milliseconds; null where it was not told. */
      readonly cpuMs: number | null;
    }
  | { readonly kind: 'unknown'; readonly past?: PastEnd }
  | { readonly kind: 'never-began' };

/** The step had ended before this engine looked at it; its record says when, in milliseconds since the epoch, or does not. */
export interface PastEnd {
  readonly at: number | null;
}

export interface LaunchOptions extends LauncherOptions {
  readonly workingDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Log files, appended to by the process itself. The same path twice merges the streams. */
  readonly stdoutFile: string;
  readonly stderrFile: string;
  /** Null: the output goes to the logs as it is. */
  readonly mask: StepMask | null;
}

/** A running step: who it is, and how to look away from it without harm. */
export interface StepProcess {
  readonly identity: ProcessIdentity;
  /** The group to signal; 0 while there is none that is certainly the step's. */
  readonly groupId: () => number;
  /** Lets no further command of the step begin. What runs is ended by a signal after this. */
  readonly beginNoMore: () => void;
  /** Tells what of the step runs now by its cookie, whatever session it has taken; at once where that costs little. */
  readonly findMembers: (tell: TellMembers) => void;
  readonly detach: () => void;
}

/** What is told of a launch. */
export interface LaunchEvents {
  /** It has begun, and its record says so. */
  readonly began: (step: StepProcess) => void;
  /** The system started no process, for example because the environment is too large. Nothing else is told then. */
  readonly refused: (error: Error) => void;
  readonly ended: (end: ProcessEnd) => void;
}

/** A step that was asked to begin. */
export interface Launch {
  /** Keeps it from beginning, and nothing more is told; false: it has begun, or tells so in a moment. */
  readonly cancel: () => boolean;
  /** Looks away from it without harm. */
  readonly detach: () => void;
}

/** Starts the launcher of a step in a process group of its own, in which it outlives this process. */
export type LaunchStep = (options: LaunchOptions, events: LaunchEvents) => Launch;

/** How long nobody may notice that a launcher was killed; one that ends by itself is noticed at once. */
export const LIVENESS_MS = 1000;
/** A launcher that has created its record has this long to say who it is. */
export const FIRST_WORD_MS = 2000;

/**
 * How a step ended, as its record says; `code` is that of its launcher, where it is known. The record stays: should the
 * engine be killed before it has stored the end, the next one reads it again.
 */
export function endOf(
  { recordFile, nonce }: Pick<LaunchOptions, 'recordFile' | 'nonce'>,
  code: number | null = null,
): ProcessEnd {
  const { pid, exit } = readExitRecord(recordFile, nonce);
  if (exit !== null) return { kind: 'exited', ...exit };
  // A full disk took the start and not the end; a launcher that ends by itself ends as its commands did.
  const isTold = pid !== null && code !== null;
  return isTold ? { kind: 'exited', code, command: 1, cpuMs: null } : { kind: 'unknown' };
}
