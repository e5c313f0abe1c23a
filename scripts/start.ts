/**
 * `npm start`: builds what is stale and opens the app. Where Electron's program is not installed, or there is no
 * screen, it starts the engine without a window and says where a browser finds it. Arguments are passed on.
 */
import { electronBinary } from './build/electron-binary.ts';
import { ensureBuilt } from './build/ensure-built.js';
import { parts } from './build/parts.ts';
import { fromRoot } from './build/root.js';
import { become, runBeside } from './start/become.js';

const args = process.argv.slice(2);

if (!ensureBuilt(parts.map(({ name }) => name))) process.exit(1);

const electron = electronBinary();
if (electron === null) {
  console.log("Electron's binary is not installed, so Dagwright starts without its window.");
  console.log('Open the address below in a browser, or install it: npx install-electron\n');
  serve();
} else if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
  console.log('There is no display, so Dagwright starts without its window.\n');
  serve();
} else {
  runBeside(electron, [fromRoot('.'), ...args]);
}

/** What it took to look and to build does not stay beside the engine. */
function serve(): void {
  become(process.execPath, [fromRoot('out/cli/index.js'), 'server', ...args]);
}
