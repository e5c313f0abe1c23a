import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

type SecondInstance = (argv: string[], workingDirectory: string) => void;

/**
 * One owner for a folder of user data, and word for the owner when another one comes. Taken at once, as in Electron,
 * where the answer is there when the call returns.
 */
export class InstanceLock {
  readonly #file: string;
  readonly #calls: string;

  constructor(userData: string) {
    this.#file = join(userData, 'SingletonOwner');
    this.#calls = join(userData, 'SingletonCalls');
  }

  take(onSecondInstance: SecondInstance): boolean {
    mkdirSync(this.#calls, { recursive: true });
    if (!this.#own()) {
      const call = JSON.stringify({ argv: process.argv, cwd: process.cwd() });
      writeFileSync(join(this.#calls, `${process.pid}.json`), call);
      return false;
    }
    const seen = new Set<string>();
    const watcher = watch(this.#calls, (_event, name) => {
      if (name === null || seen.has(name)) return;
      const call = this.#read(name);
      if (call === null) return;
      seen.add(name);
      onSecondInstance(call.argv, call.cwd);
    });
    watcher.unref();
    process.once('exit', () => rmSync(this.#file, { force: true }));
    return true;
  }

  #own(): boolean {
    try {
      closeSync(openSync(this.#file, 'wx'));
      return true;
    } catch {
      // Somebody else has it.
      return false;
    }
  }

  #read(name: string): { argv: string[]; cwd: string } | null {
    try {
      return JSON.parse(readFileSync(join(this.#calls, name), 'utf8'));
    } catch {
      // Half written: the next change of the file brings the rest.
      return null;
    }
  }
}
