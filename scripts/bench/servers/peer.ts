import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { EmptyHome } from '../measure.ts';
import type { Contender } from './server.ts';
import { startProcess } from './start-process.ts';

const PACKAGE = '@dagu-org/dagu-linux-x64';
const VERSION = '1.30.2';

export interface Peer extends Contender {
  /** Removes what was installed. */
  readonly remove: () => void;
}

/** Installs the peer into a temporary folder; null, with a word about it, where that cannot be done. */
export async function preparePeer(): Promise<Peer | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.log(`The peer is measured on Linux x64 alone. Measuring without it.`);
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'dagwright-bench-peer-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    console.log(`Installing ${PACKAGE}@${VERSION} …`);
    await promisify(execFile)('npm', [
      'install',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      '--prefix',
      folder,
      `${PACKAGE}@${VERSION}`,
    ]);
  } catch (error) {
    remove();
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    console.log(`The peer could not be installed (${reason}). Measuring without it.`);
    return null;
  }
  const program = globSync(join(folder, 'node_modules', PACKAGE, '**/dagu')).find(existsSync);
  if (program === undefined) throw new Error(`There is no program in ${PACKAGE}.`);
  return {
    name: 'peer',
    hasOurStore: false,
    start: (fillHome) => startPeer(program, fillHome),
    remove,
  };
}

/** Its release has another prefix of paths, and writes the keys of the language in camel case. */
function startPeer(program: string, fillHome?: (home: EmptyHome) => void) {
  return startProcess({
    fillHome,
    hasOurStore: false,
    command: (home, port) => ({
      line: [program, 'start-all', '--host', '127.0.0.1', '--port', String(port)],
      env: { DAGU_HOME: home },
    }),
    prefix: '/api/v2',
    key: (name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  });
}
