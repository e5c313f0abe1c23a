import { randomBytes } from 'node:crypto';
import { ownProgram } from '../../lib/own-program.ts';
import type { LauncherFilter, LauncherOptions } from '../launcher-options.ts';
import { isNodeVariable, nodeCommand } from '../node-command.ts';
import { trappedSignals } from '../launcher-shell.ts';
import { writeFilterSettings, type FilterSettings } from './filter-settings.ts';
import type { MaskSecret } from './secret-parts.ts';

/** What is done with the output of a step that knows secrets, or whose streams have a file in common and another not. */
export interface StepMask {
  /** Replaced in the logs and in their copies. */
  readonly secrets: readonly MaskSecret[];
  /** New file for the text of standard output; null: nobody needs it. */
  readonly captureFile: string | null;
  /** Whether that text is sealed. */
  readonly sealed: boolean;
  /** Bytes of standard output after which `captureFile` gets no more. An output that is larger is still seen to be. */
  readonly captureBytes: number;
}

interface FilteredStep extends LauncherOptions {
  readonly stdoutFile: string;
  readonly stderrFile: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The filter of a step for its launcher, and the variables that it brings along. */
export function stepFilter(
  mask: StepMask,
  step: FilteredStep,
): LauncherFilter & { readonly env: Readonly<Record<string, string>> } {
  const settings = settingsOf(mask, step);
  const variables = writeFilterSettings(settings);
  return {
    command: nodeCommand(ownProgram(import.meta.dirname, 'mask-filter.ts')),
    endMark: settings.endMark,
    oneStream: settings.stderr === null,
    saysReady: settings.ordered,
    ownVariables: Object.keys(variables),
    foreignVariables: Object.keys(step.env).filter((name) => isNodeVariable(name)),
    env: variables,
  };
}

function settingsOf(mask: StepMask, step: FilteredStep): FilterSettings {
  const { captureFile, captureBytes, sealed } = mask;
  const capture =
    captureFile === null ? null : { file: captureFile, sealed, mostBytes: captureBytes };
  const out = [step.stdoutFile, ...step.copyStdoutTo];
  const err = [step.stderrFile, ...step.copyStderrTo];
  // Streams of the same files keep their order when they come through one pipe.
  const oneStream = capture === null && out.join('\0') === err.join('\0');
  return {
    secrets: mask.secrets,
    stdout: { copies: step.copyStdoutTo, capture },
    stderr: oneStream ? null : { copies: step.copyStderrTo, capture: null },
    ordered: !oneStream && shareFile(out, err),
    // Begins with what hardly any text ends with: that would be held back.
    endMark: `\x1e${randomBytes(16).toString('hex')}`,
    deafTo: trappedSignals(step.stopSignal),
  };
}

/** Whether a file gets both streams. */
export function shareFile(out: readonly string[], err: readonly string[]): boolean {
  return out.some((file) => err.includes(file));
}

/**
 * Whether a process of this command line, its arguments ended by zero bytes or by spaces, is the filter of a step, and so
 * none of the step's own. It may be that of an engine of before, which gave it other flags.
 */
export function isFilter(commandLine: string): boolean {
  return /[\0 ]--disable-sigusr1[\0 ].*mask-filter\.[jt]s[\0 ]?$/s.test(commandLine);
}
