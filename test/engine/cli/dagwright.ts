import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { builtCommand } from '../../support/built-output.ts';
import { temporaryFolder } from '../../support/home.ts';

/** A home with these DAG files: names without `.yaml`, and their text. */
export function homeWith(dags: Readonly<Record<string, string>> = {}): string {
  const home = temporaryFolder('home');
  mkdirSync(join(home, 'dags'));
  for (const [name, text] of Object.entries(dags)) {
    writeFileSync(join(home, 'dags', `${name}.yaml`), text);
  }
  return home;
}

interface Options {
  readonly home: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A program with arguments that starts the command as a child, or in its own place. */
  readonly under?: readonly string[];
}

/** Starts the command line as a process of its own, as a user would. */
export function launch(
  args: readonly string[],
  { home, cwd = home, env = {}, under = [] }: Options,
) {
  const [program = process.execPath, ...words] = [
    ...under,
    process.execPath,
    builtCommand(),
    ...args,
  ];
  const child = execa(program, words, {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      TMPDIR: tmpdir(),
      // Shared by all tests of the run: compiling anew each time would take most of their time.
      XDG_CACHE_HOME: join(tmpdir(), 'cache'),
      TZ: 'UTC',
      SVC_HOME: home,
      SVC_SKIP_EXAMPLES: 'true',
      ...env,
    },
    extendEnv: false,
    reject: false,
    // A server that answers until the end takes longer than that.
    forceKillAfterDelay: false,
    stripFinalNewline: false,
  });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      for (const look of listeners) look();
    });
  }

  /** Waits until this has been printed, and returns what matched. */
  function printed(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(output);
        if (match === null) return;
        listeners.delete(look);
        resolve(match);
      };
      listeners.add(look);
      look();
      void child.then(() => {
        look();
        reject(new Error(`${pattern} was never printed, but:\n${output}`));
      });
    });
  }

  return {
    printed,
    /** Closes both streams, as a pipe does whose reader has ended. */
    stopReading: () => void [child.stdout.destroy(), child.stderr.destroy()],
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    ended: child.then(({ stdout, stderr, exitCode }) => ({ stdout, stderr, exitCode })),
  };
}

/** Runs a command to its end. */
export function dagwright(args: readonly string[], options: Options) {
  return launch(args, options).ended;
}

/** A server for the time of one test: `await using server = await serve(home)`. */
export async function serve(home: string, env: Options['env'] = {}) {
  const server = launch(['server', '--port', '0'], { home, env });
  const [, url = ''] = await server.printed(/ready at (http:\S+)/);
  return {
    ...server,
    url,
    async [Symbol.asyncDispose]() {
      server.signal('SIGTERM');
      await server.ended;
    },
  };
}
