import { z } from 'zod';
import { EngineError } from './errors.ts';

/** A file that an operation gives to be saved: it is read piece by piece and never held as a whole. */
export interface Download {
  /** A plain name that is safe in every file system and header. */
  readonly fileName: string;
  /** Bytes that there are now; a file that grows meanwhile is read up to here. Null: nobody knows before its end. */
  readonly size: number | null;
  /** Reads the file; whoever leaves the loop early closes it. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** The output of an operation with `download`. Over REST it is the bytes of the file, and no other transport has it. */
export const download = z.unknown().meta({
  type: 'string',
  description: 'The bytes of the file.',
}) as unknown as z.ZodType<Download>;

/** How transports that carry values, and no files, refuse such an operation. */
export function noDownload(operation: string): EngineError {
  return new EngineError('bad_request', `${operation} returns a file, which only REST can send.`);
}
