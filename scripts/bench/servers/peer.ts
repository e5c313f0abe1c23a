import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FETCHED } from '../measure.ts';
import { peerProgram } from './peer-program.ts';
import type { Contender } from './server.ts';

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
  return { ...peerProgram(program, FETCHED, VERSION), remove };
}
