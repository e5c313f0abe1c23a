// @ts-check
import { spawn } from 'node:child_process';
import { isatty } from 'node:tty';

/**
 * Goes on as another program: in the place of this process where the system can, so that signals, exit code and memory
 * are its own, else beside it.
 * @param {string} program
 * @param {readonly string[]} args
 */
export function become(program, args) {
  if (process.platform !== 'win32') process.execve?.(program, [program, ...args], process.env);
  // Windows cannot replace a process, nor can an older Node.
  runBeside(program, args);
}

/**
 * Runs a program that gets the signals of this process and gives it its exit code.
 * @param {string} program
 * @param {readonly string[]} args
 */
export function runBeside(program, args) {
  const child = spawn(program, args, { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // Ctrl-C reaches both of them already, and a second one ends an engine at once.
      if (signal !== 'SIGINT' || ![0, 1, 2].some(isatty)) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    console.error(`error: ${program} cannot be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
