import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ForkOptions, UtilityProcess } from 'electron';

const portScript = fileURLToPath(new URL('./utility-port.ts', import.meta.url));

class UtilityProcessStandIn
  extends EventEmitter
  implements Pick<UtilityProcess, 'kill' | 'pid' | 'postMessage'>
{
  readonly #child: ChildProcess;
  #isRunning = false;

  constructor(modulePath: string, args: string[], options: ForkOptions) {
    super();
    this.#child = fork(modulePath, args, {
      env: { ...(options.env ?? process.env) },
      execArgv: ['--import', portScript],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.once('spawn', () => {
      this.#isRunning = true;
      this.emit('spawn');
    });
    this.#child.on('message', (message) => this.emit('message', message));
    // Electron's exit has a number in any case.
    this.#child.once('exit', (code) => {
      this.#isRunning = false;
      this.emit('exit', code ?? 1);
    });
  }

  /** There is none before the process runs and after its end. */
  get pid(): number | undefined {
    return this.#isRunning ? this.#child.pid : undefined;
  }

  kill(): boolean {
    return this.#child.kill();
  }

  postMessage(message: unknown): void {
    // Electron drops what is sent to a process that has ended.
    if (this.#child.connected) this.#child.send(message as object);
  }
}

export const utilityProcess = {
  fork: (modulePath: string, args: string[] = [], options: ForkOptions = {}) =>
    new UtilityProcessStandIn(modulePath, args, options),
};
