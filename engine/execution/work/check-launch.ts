import { findProgram } from '../../platform/find-program.ts';

/** @throws Error that names a program which cannot be started. */
export function checkPrograms(
  commands: readonly (readonly string[])[],
  path: string,
  workingDir: string,
): void {
  for (const [program] of commands) {
    if (program === undefined) throw new Error('The command is empty.');
    if (findProgram(program, path, workingDir) === null) {
      throw new Error(
        program.includes('/')
          ? `Program ${program} does not exist or is not executable.`
          : `Program ${program} not found on the PATH (${path}).`,
      );
    }
  }
}
