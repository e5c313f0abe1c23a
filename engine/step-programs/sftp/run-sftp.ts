import { posix, resolve } from 'node:path';
import { inHome } from '../../lib/ssh/in-home.ts';
import { connectSsh } from '../../lib/ssh/connect-ssh.ts';
import { print } from '../print.ts';
import type { ProgramContext } from '../task.ts';
import { Download } from './download.ts';
import type { Entry } from './entry.ts';
import { log, progressOf } from './progress.ts';
import { RemoteFiles } from './remote-files.ts';
import type { SftpRequest } from './sftp-request.ts';
import { Upload } from './upload.ts';
import type { Way } from './way.ts';

interface Done {
  readonly files: number;
  readonly bytes: number;
  /** Files that were there already. */
  readonly unchanged: number;
}

const nothing: Done = { files: 0, bytes: 0, unchanged: 0 };

/**
 * Transfers a file or a folder, and prints what it did as one JSON object.
 *
 * @throws Error in words for a person.
 */
export async function runSftp(request: SftpRequest, context: ProgramContext): Promise<void> {
  const { direction, target } = request;
  const since = performance.now();
  context.fact('host', target.host);
  const connection = await connectSsh(target);
  const files = await RemoteFiles.open(connection);
  const { source, destination } = pathsOf(request);
  const way =
    direction === 'upload' ? new Upload(source, files) : new Download(source, files, context);
  context.onStop(() => way.clear());
  const done = await transfer(way, source, destination);
  connection.end();
  context.fact('files', done.files);
  context.fact('bytes', done.bytes);
  const duration = `${Math.round(performance.now() - since)}ms`;
  print(`${JSON.stringify({ direction, source, destination, ...done, duration }, null, 2)}\n`);
}

/** The paths as they are on each side. The protocol begins in the home folder of the user, and has no name for it. */
function pathsOf({ direction, source, destination }: SftpRequest): {
  readonly source: string;
  readonly destination: string;
} {
  const there = (path: string): string => path.replace(/^~(?:\/+|$)/, '') || '.';
  return direction === 'upload'
    ? { source: resolve(inHome(source)), destination: there(destination) }
    : { source: there(source), destination: inHome(destination) };
}

async function transfer(way: Way, source: string, destination: string): Promise<Done> {
  const entry = await way.source();
  if (entry.kind === 'folder') return transferFolder(way, destination);
  if (entry.kind === 'other') throw new Error(`${source} is neither a file nor a folder.`);
  const name = posix.basename(source);
  const isFolder = destination.endsWith('/') || (await way.isFolder(destination));
  const to = isFolder ? posix.join(destination, name) : destination;
  await way.makeFolder(posix.dirname(to));
  return copy(way, entry, { name, to });
}

/** What a folder holds goes into the destination. A file that came before, as with an attempt that was cut, stays. */
async function transferFolder(way: Way, destination: string): Promise<Done> {
  let done = nothing;
  await way.makeFolder(destination);
  for await (const entry of way.below()) {
    const to = posix.join(destination, entry.path);
    if (entry.kind === 'folder') await way.makeFolder(to);
    else if (entry.kind === 'other')
      log(`${JSON.stringify(entry.path)} is left out: it is a link, a device, a pipe or a socket`);
    else if (await way.has(entry, to)) done = sum(done, { ...nothing, unchanged: 1 });
    else done = sum(done, await copy(way, entry, { name: entry.path, to }));
  }
  return done;
}

/** Where a file goes, and how the log calls it. */
interface Place {
  readonly name: string;
  readonly to: string;
}

async function copy(way: Way, file: Entry, { name, to }: Place): Promise<Done> {
  const bytes = await way.copy(file, to, progressOf(name, file.size));
  log(`${JSON.stringify(name)}: ${bytes} bytes`);
  return { files: 1, bytes, unchanged: 0 };
}

function sum(one: Done, other: Done): Done {
  return {
    files: one.files + other.files,
    bytes: one.bytes + other.bytes,
    unchanged: one.unchanged + other.unchanged,
  };
}
