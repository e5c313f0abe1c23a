// @ts-check
import { spawn } from 'node:child_process';
import { isatty } from 'node:tty';

/**
 * Goes on as another program: in the place of this process where the system can, else beside it.
 * @param {string} program
 * @param {readonly string[]} args
 */
export function become(program, args) {
  replaceThis(program, args);
  runBeside(program, args);
}

/**
 * Puts another program in the place of this process, so that signals, exit code and memory are its own. Returns where that
 * cannot be: on Windows, and with an older Node.
 * @param {string} program
 * @param {readonly string[]} args
 */
export function replaceThis(program, args) {
  if (process.platform !== 'win32') process.execve?.(program, [program, ...args], process.env);
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
