import { chmod, lstat, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { refuseLinks } from '../files/refuse-links.ts';
import { safePath } from '../files/safe-path.ts';
import { writeContent } from '../files/write-content.ts';
import { print } from '../print.ts';
import type { S3Job } from './job.ts';
import { listed } from './objects.ts';
import { progressOf } from './progress.ts';

/** Downloads an object to a file, or all below a prefix to a folder. Each file is written beside and then moved in place. */
export async function downloadObjects(job: S3Job): Promise<void> {
  const { work, context } = job;
  const { key, prefix, destination, isRecursive } = work;
  if (!isRecursive) {
    context.fact('bytes', await download(job, { key, file: await fileFor(key, destination) }));
    return;
  }
  const wanted = await wantedBelow(job);
  await refuseLinks(
    destination,
    wanted.map(({ path }) => path),
  );
  let bytes = 0;
  for (const { key: one, path } of wanted) {
    const file = join(destination, path);
    await mkdir(dirname(file), { recursive: true });
    bytes += await download(job, { key: one, file });
  }
  if (wanted.length === 0) throw new Error(`there is no object below ${JSON.stringify(prefix)}`);
  context.fact('objects', wanted.length);
  context.fact('bytes', bytes);
}

interface Wanted {
  readonly key: string;
  /** Below the destination. */
  readonly path: string;
}

/** All keys are looked at before anything is written. @throws Error for one that would leave the destination. */
async function wantedBelow(job: S3Job): Promise<readonly Wanted[]> {
  const wanted: Wanted[] = [];
  const { prefix } = job.work;
  for await (const one of listed(job)) {
    if (one.kind !== 'object') continue;
    const { key } = one.object;
    const { path } = safePath(key.slice(prefix.length));
    // A key with a slash at its end only shows a folder.
    if (path !== '' && !key.endsWith('/')) wanted.push({ key, path });
  }
  return wanted;
}

/** A folder gets a file of the last part of the key. */
async function fileFor(key: string, destination: string): Promise<string> {
  const found = await stat(destination).catch(() => null);
  const isFolder = destination.endsWith('/') || found?.isDirectory() === true;
  if (!isFolder) return destination;
  await mkdir(destination, { recursive: true });
  return join(destination, safePath(key).path.split('/').at(-1) ?? '');
}

/** Returns how many bytes that were. */
async function download(
  { client, bucket, context }: S3Job,
  { key, file }: { readonly key: string; readonly file: string },
): Promise<number> {
  const found = await lstat(file).catch(() => null);
  if (found?.isDirectory() === true) throw new Error(`${file} is a folder`);
  const { Body, ContentLength } = await client.send(
    new GetObjectCommand({ Bucket: bucket, Key: key }),
  );
  const beside = context.temporary(file);
  const progress = progressOf(key, ContentLength ?? 0);
  let bytes = 0;
  try {
    await writeContent(
      beside,
      (async function* () {
        for await (const piece of Body as Readable) {
          bytes += (piece as Buffer).length;
          progress(bytes);
          yield piece as Buffer;
        }
      })(),
    );
    // What ends early without an error is no object. An answer without a length is sent in chunks, of which the last is known.
    if (ContentLength !== undefined && bytes !== ContentLength)
      throw new Error(`the line was cut after ${bytes} of ${ContentLength} bytes of ${key}`);
    await chmod(beside, 0o666 & ~process.umask());
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  print(`Downloaded ${key} to ${file} (${bytes} bytes)\n`);
  return bytes;
}
