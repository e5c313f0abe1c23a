import { rootCause } from '../../lib/root-cause.ts';

/** What went wrong: in our words where there are any, else in those of the library. */
export function failureOf(error: unknown): string {
  const isOurs = error instanceof Error && error.cause !== undefined;
  return isOurs ? error.message : rootCause(error);
}
