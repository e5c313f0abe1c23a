import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';

export const projectRoot = join(import.meta.dirname, '../..');

export interface Check {
  readonly title: string;
  /** Answers with what is wrong, as text for people; empty when nothing is. */
  readonly run: () => Promise<string>;
}

/** A check that is a program of a package: it passes when the program exits with 0. */
export function toolCheck(title: string, program: string, args: readonly string[]): Check {
  return {
    title,
    async run() {
      const child = spawn(process.execPath, [join('node_modules', program), ...args], {
        cwd: projectRoot,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const exit = new Promise<number | null>((resolve, reject) => {
        child.once('error', reject).once('close', resolve);
      });
      const [code, out, errors] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
      return code === 0 ? '' : `${out}${errors}` || `Ended with code ${code} and no word.`;
    },
  };
}
