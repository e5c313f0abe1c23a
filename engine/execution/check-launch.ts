import { findProgram } from '../platform/find-program.ts';

// Linux refuses a longer one with an error that names nothing.
const LONGEST_VARIABLE = 128 * 1024 - 1;

/** @throws Error that names a variable which no process can be given. */
export function checkEnvironment(env: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(env)) {
    const bytes = Buffer.byteLength(name) + Buffer.byteLength(value) + 1;
    if (bytes > LONGEST_VARIABLE && process.platform === 'linux') {
      throw new Error(
        `The variable ${name} is too long for a process: ${bytes} bytes, and the system takes ${LONGEST_VARIABLE}. Write it to a file instead.`,
      );
    }
    if (value.includes('\0') || name.includes('\0')) {
      throw new Error(`The variable ${name} holds a NUL character, which no process can be given.`);
    }
  }
}

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
          ? `The program ${program} does not exist or cannot be executed.`
          : `The program ${program} was not found on PATH (${path}).`,
      );
    }
  }
}
