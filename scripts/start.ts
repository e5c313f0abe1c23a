/**
 * `npm start`: builds what is stale and opens the app. Where Electron's program is not installed, or there is no
 * screen, it starts the engine without a window and says where a browser finds it. Arguments are passed on.
 */
import { execFileSync, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { electronBinary } from './build/electron-binary.ts';
import { fromRoot } from './build/root.ts';
import { staleParts } from './build/stale.ts';
import { parts } from './build/parts.ts';

const args = process.argv.slice(2);

// In a process of its own: what it takes to build should not stay in memory beside the engine.
if (staleParts(parts).length > 0) {
  execFileSync(process.execPath, [fromRoot('scripts/build.ts')], { stdio: 'inherit' });
}

const electron = electronBinary();
if (electron === null) {
  console.log("Electron's program is not installed here, so Dagwright starts without its window.");
  console.log('Open the address below in a browser, or install it: npx install-electron\n');
  await serve();
} else if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
  console.log('There is no screen here, so Dagwright starts without its window.\n');
  await serve();
} else {
  openApp(electron);
}

/** The engine takes the place of this process, so signals, exit code and memory are its own. */
async function serve(): Promise<void> {
  const cli = fromRoot('out/cli/index.js');
  const line = [process.execPath, cli, 'server', ...args];
  if (process.platform !== 'win32') process.execve?.(process.execPath, line, process.env);
  // Windows cannot replace a process.
  process.argv.splice(0, process.argv.length, ...line);
  await import(pathToFileURL(cli).href);
}

function openApp(program: string): void {
  const app = spawn(program, [fromRoot('.'), ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.kill(signal));
  app.on('error', (error) => {
    console.error(`Electron could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  app.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
