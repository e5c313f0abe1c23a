import { exitCodes } from './cli-error.ts';

type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr' | 'once' | 'exitCode'>;

/**
 * Goes on where the output cannot be written: `dagwright start daily | head -1` must neither leave its run behind nor call
 * it succeeded, and an engine lives on without its log. Returns whether output has been lost.
 */
export function bearLostOutput(context: Streams): () => boolean {
  let isLost = false;
  context.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Who closes a pipe early has read enough. All else, such as a full disk, is a failure.
    if (error.code !== 'EPIPE' && !isLost) fail(context, error);
    isLost = true;
  });
  // Nobody is left to be told.
  context.stderr.on('error', () => undefined);
  return () => isLost;
}

function fail(context: Streams, { message }: Error): void {
  context.stderr.write(`error: The output cannot be written: ${message}.\n`);
  // The command itself may end well after that.
  context.once('exit', () => (context.exitCode ||= exitCodes.failed));
}
