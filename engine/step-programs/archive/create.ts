import { createHash } from 'node:crypto';
import { chmod, mkdir, readlink, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, createZstdCompress } from 'node:zlib';
import { openFile } from '../../lib/regular-file.ts';
import { syncToDisk } from '../../lib/write-file.ts';
import type { ProgramContext } from '../task.ts';
import { formatOf, type ArchiveFormat, type ArchiveRequest } from './archive-request.ts';
import type { Content } from './entry.ts';
import { readArchive } from './read-archive.ts';
import { sourceFiles, type Sources } from './source-files.ts';
import { writeContent } from '../files/write-content.ts';

export interface Created {
  readonly files: number;
  /** Of the content, and of the archive. */
  readonly bytes: number;
  readonly archiveBytes: number;
  readonly notes: readonly string[];
}

type Options = Pick<ArchiveRequest, 'source' | 'destination' | 'include' | 'verifies'>;

/** Makes an archive, which takes the place of an older one when it is complete. @throws Error in words for a person. */
export async function create(
  { source, destination, include, verifies }: Options,
  { temporary }: Pick<ProgramContext, 'temporary'>,
): Promise<Created> {
  const format = formatOf(destination);
  if (format === null)
    throw new Error(
      `${destination}: the name must end in .zip, .tar, .tar.gz, .tgz, .tar.zst or .tzst`,
    );
  const sources = await sourceFiles(source, include, destination);
  await mkdir(dirname(destination), { recursive: true });
  const draft = temporary(destination);
  await writeContent(draft, await packed(sources, format));
  if (verifies) await compare(draft, sources);
  await chmod(draft, 0o666 & ~process.umask());
  syncToDisk(draft);
  await rename(draft, destination);
  const files = sources.files.filter(({ kind }) => kind !== 'folder');
  return {
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    archiveBytes: (await stat(destination)).size,
    notes: sources.notes,
  };
}

async function packed(sources: Sources, format: ArchiveFormat): Promise<Content> {
  return format === 'zip' ? zipOf(sources) : tarOf(sources, format);
}

async function tarOf({ root, files }: Sources, format: ArchiveFormat): Promise<Content> {
  const { Pack } = await import('tar');
  // The usual 16 MB at a time would take a good part of the memory of this program.
  const pack = new Pack({ cwd: root, strict: true, noDirRecurse: true, maxReadSize: 1024 ** 2 });
  for (const { path } of files) pack.add(path);
  pack.end();
  const compressed = compressorOf(format);
  if (compressed === null) return pack;
  // Whoever reads it is told what went wrong.
  pipeline(Readable.from(pack), compressed).catch(() => undefined);
  return compressed;
}

function compressorOf(format: ArchiveFormat): Transform | null {
  if (format === 'tar.gz') return createGzip();
  // Without its checksum a changed byte would not be noticed.
  const params = { [constants.ZSTD_c_checksumFlag]: 1 };
  return format === 'tar.zst' ? createZstdCompress({ params }) : null;
}

async function zipOf({ root, files }: Sources): Promise<Content> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  for (const { path, kind, mode, modifiedAt: mtime } of files) {
    if (kind === 'folder') zip.addEmptyDirectory(path, { mtime, mode: S_FOLDER | mode });
    else if (kind === 'file') zip.addFile(join(root, path), path, { mtime, mode: S_FILE | mode });
    else
      zip.addBuffer(Buffer.from(await readlink(join(root, path))), path, {
        mtime,
        mode: S_LINK | mode,
      });
  }
  // What goes wrong while it reads.
  zip.on('error', (error: Error) => (zip.outputStream as NodeJS.ReadStream).destroy(error));
  zip.end();
  return zip.outputStream as AsyncIterable<Buffer>;
}

const S_FOLDER = 0o040000;
const S_FILE = 0o100000;
const S_LINK = 0o120000;

/** Reads the archive again and compares it with what stands in the source. */
async function compare(archive: string, { root, files }: Sources): Promise<void> {
  const left = new Set(files.map(({ path }) => path));
  await readArchive(archive, Number.POSITIVE_INFINITY, async ({ path, kind }, content) => {
    left.delete(path);
    if (kind !== 'file') return;
    const [packedSum, sourceSum] = [await sumOf(content), await sumOfFile(join(root, path))];
    if (packedSum !== sourceSum)
      throw new Error(`${JSON.stringify(path)} is not what the source holds: it changed meanwhile`);
  });
  const [missing] = left;
  if (missing !== undefined)
    throw new Error(`${JSON.stringify(missing)} is not in the new archive`);
}

async function sumOfFile(file: string): Promise<string> {
  return sumOf((await openFile(file, 'follow')).createReadStream());
}

async function sumOf(content: Content): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of content) hash.update(piece);
  return hash.digest('hex');
}
