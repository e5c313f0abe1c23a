import type { Step } from '../../dag/definition.ts';
import type { LaunchOptions } from '../../platform/step-process.ts';
import { shareFile, type StepMask } from '../../platform/masking/step-filter.ts';
import type { AttemptFiles } from '../keep/run-folders.ts';
import type { RunServices } from '../state/run-services.ts';

type Streams = Pick<
  LaunchOptions,
  'stdoutFile' | 'stderrFile' | 'copyStdoutTo' | 'copyStderrTo' | 'mask'
>;

/**
 * Where the streams of a step go. Without secrets they are the logs themselves, and `tee` copies them. Where both go to
 * one file and not all of one goes there, a reader for each would mix up their lines: then one program reads both.
 */
export function streamsOf(
  run: RunServices,
  step: Step,
  { files, ...streams }: Omit<Streams, 'mask'> & { readonly files: AttemptFiles },
): Streams {
  const vault = run.vault();
  const { stdoutFile, stderrFile, copyStderrTo } = streams;
  const isMerged = stdoutFile === stderrFile;
  const captureFile = step.output === null ? null : files.capture;
  // A merged log holds both streams; an output, and what `continue_on` looks into, is the standard output alone.
  const printed = isMerged && step.continueOn.output.length > 0 ? [files.printed] : [];
  const copyStdoutTo = [...streams.copyStdoutTo, ...printed];
  const isCopied = copyStdoutTo.length + copyStderrTo.length > 0;
  const needsOrder =
    shareFile([stdoutFile, ...copyStdoutTo], [stderrFile, ...copyStderrTo]) &&
    (isCopied || captureFile !== null);
  const mask: StepMask = {
    secrets: vault.filterSecrets,
    captureFile: vault.isEmpty && !isMerged ? null : captureFile,
    sealed: !vault.isEmpty,
    captureBytes: run.state.dag.maxOutputSize,
  };
  return { ...streams, copyStdoutTo, mask: vault.isEmpty && !needsOrder ? null : mask };
}
