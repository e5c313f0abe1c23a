import { once } from 'node:events';
import { lstatSync, rmSync, statSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { noteOwnerConnection } from './origin.ts';

/** Systems keep such paths in some 104 bytes. */
const LONGEST_PATH = 100;
const OTHERS_MAY_WRITE = 0o022;
const ALL_BUT_OWNER = 0o177;

export interface OwnerSocket {
  /** Null: none was opened. */
  readonly path: string | null;
  /** Why there is none where one was wanted; null: all is well. */
  readonly problem: string | null;
}

/**
 * Listens at a Unix socket in the engine's own folder, by which the owner's programs need no password. The engine holds
 * the lock of the folder, so a socket that is there was left by an engine that has died.
 */
export async function openOwnerSocket(server: Server, folder: string): Promise<OwnerSocket> {
  // Windows has other ones, and nobody expects one there.
  if (process.platform === 'win32') return { path: null, problem: null };
  const path = join(folder, 'engine.sock');
  const problem = problemWith(path, folder);
  if (problem !== null) return none(problem);
  server.on('connection', noteOwnerConnection);
  try {
    rmSync(path, { force: true });
    listenPrivately(server, path);
    await once(server, 'listening');
    return { path, problem: null };
  } catch (error) {
    return none((error as Error).message);
  }
}

function none(why: string): OwnerSocket {
  return { path: null, problem: `Cannot open the owner socket for the CLI: ${why}` };
}

function problemWith(path: string, folder: string): string | null {
  if (Buffer.byteLength(path) > LONGEST_PATH) {
    return `${path} is longer than ${LONGEST_PATH} bytes.`;
  }
  if ((statSync(folder).mode & OTHERS_MAY_WRITE) !== 0) {
    return `other users can write to ${folder}, and could replace it.`;
  }
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found === undefined || found.isSocket() ? null : `${path} is not a socket.`;
}

/** The file appears within this call: there is no moment in which it has other rights. */
function listenPrivately(server: Server, path: string): void {
  const usual = process.umask(ALL_BUT_OWNER);
  try {
    server.listen(path);
  } finally {
    process.umask(usual);
  }
}
