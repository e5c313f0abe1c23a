import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { LENGTH_DIGITS, readWord, spawnerScript, type SpawnerWord } from './spawner-script.ts';

interface ShellOptions {
  /** The file of bash. */
  readonly program: string;
  /** Stands in its command line, and so in that of every launcher. */
  readonly mark: string;
  readonly told: (word: SpawnerWord) => void;
  /** It has ended, by itself or by a signal, and reads no further launches. */
  readonly ended: (byItself: boolean) => void;
}

/** The process of the spawner, in a session of its own. */
export class SpawnerShell {
  readonly #process: ChildProcess;
  readonly #launches: Socket;
  readonly #words: Socket;

  constructor({ program, mark, told, ended }: ShellOptions) {
    this.#process = spawn(
      program,
      ['--norc', '--noprofile', '-c', spawnerScript, mark],
      // Lengths are those of bytes.
      {
        detached: true,
        env: { LC_ALL: 'C' },
        stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      },
    );
    // That is what pipes of a child are.
    this.#launches = this.#process.stdio[3] as Socket;
    this.#words = this.#process.stdio[4] as Socket;
    // That it takes no more is told by its end.
    this.#launches.on('error', () => undefined);
    this.#process.on('error', () => ended(true));
    this.#process.on('exit', (code) => ended(code !== null));
    let rest = '';
    this.#words.setEncoding('latin1').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const word of lines.map(readWord)) if (word !== null) told(word);
    });
    this.#process.unref();
    this.#launches.unref();
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  launch(text: string): void {
    const bytes = Buffer.from(text);
    const length = String(bytes.length).padStart(LENGTH_DIGITS, '0');
    this.#launches.write(Buffer.concat([Buffer.from(length), bytes]));
  }

  /** Whether this process stays for what is told. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#words.ref();
    else this.#words.unref();
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /** It ends when its jobs have; nothing of them is told any more. */
  close(): void {
    this.#process.removeAllListeners();
    this.#words.destroy();
    this.#launches.destroy();
  }
}
