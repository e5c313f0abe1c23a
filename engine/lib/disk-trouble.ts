const codes: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'ENXIO',
  'ESTALE',
]);

/** Whether the disk refused, so that the same may succeed later: nothing is wrong with what was asked. */
export function isDiskTrouble(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && codes.has((error as NodeJS.ErrnoException).code);
}
