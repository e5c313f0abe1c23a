import { lstat } from 'node:fs/promises';
import { AbortMultipartUploadCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { openFile } from '../../lib/regular-file.ts';
import { sourceFiles } from '../archive/source-files.ts';
import { nameMissing } from '../files/name-missing.ts';
import { print } from '../print.ts';
import { begunUploads, type BegunUploads } from './begun-uploads.ts';
import type { S3Job } from './job.ts';
import { progressOf } from './progress.ts';

/** Parts that are in memory at a time. */
const PARTS = 3;
/** The least that S3 takes. Each part is held twice, and what is sent stays in memory for a while. */
const PART_BYTES = 5 * 1024 * 1024;
/** An upload has no more than 10,000 parts. */
const MAX_PARTS = 9000;

/** Uploads a file to a key, or a folder with all below it. What was not uploaded whole leaves nothing behind. */
export async function uploadFiles(job: S3Job): Promise<void> {
  const { work, context } = job;
  const { source, key, prefix, isRecursive } = work;
  const isFolder = (await lstat(source).catch(nameMissing(source))).isDirectory();
  if (isFolder && !isRecursive)
    throw new Error(`${source} is a folder: \`recursive: true\` uploads it`);
  const current: Current = {};
  const begun = begunUploads(job.client);
  context.onStop(() => {
    current.isStopping = true;
    return takeBack(job, current, begun);
  });
  if (!isRecursive) {
    context.fact('bytes', await upload(job, { file: source, key }, current));
    return;
  }
  const { root, files, notes } = await sourceFiles(source, [], '');
  for (const note of notes) print(`${note}\n`);
  let bytes = 0;
  const wanted = files.filter(({ kind }) => kind === 'file');
  for (const { path } of wanted) {
    bytes += await upload(job, { file: `${root}/${path}`, key: `${prefix}${path}` }, current);
  }
  context.fact('objects', wanted.length);
  context.fact('bytes', bytes);
}

/** What is on its way. */
interface Current {
  isStopping?: true;
  upload?: { readonly sending: Upload; readonly key: string };
}

/** The parts that are there already are taken away. */
async function takeBack(
  { client, bucket }: S3Job,
  { upload: last }: Current,
  begun: BegunUploads,
): Promise<void> {
  await last?.sending.abort();
  const uploadId = await begun.end();
  if (last === undefined || uploadId === undefined) return;
  const parts = { Bucket: bucket, Key: last.key, UploadId: uploadId };
  try {
    await client.send(new AbortMultipartUploadCommand(parts));
  } catch (error) {
    // The library does the same where an upload fails, and may have been first.
    if ((error as Error).name !== 'NoSuchUpload') throw error;
  }
}

/** Returns how many bytes that were. */
async function upload(
  { client, bucket, work }: S3Job,
  { file, key }: { readonly file: string; readonly key: string },
  current: Current,
): Promise<number> {
  const { contentType, storageClass } = work;
  const handle = await openFile(file, 'follow');
  try {
    const { size } = await handle.stat();
    const sending = new Upload({
      client,
      queueSize: PARTS,
      partSize: Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS)),
      params: {
        Bucket: bucket,
        Key: key,
        Body: handle.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 }),
        ...(contentType !== '' && { ContentType: contentType }),
        ...(storageClass !== '' && { StorageClass: storageClass as 'STANDARD' }),
      },
    });
    current.upload = { sending, key };
    const progress = progressOf(key, size);
    sending.on('httpUploadProgress', ({ loaded = 0 }) => progress(loaded));
    await sending.done().catch(async (error: unknown) => {
      // The client ends with this error, and the stop has something to send still.
      if (current.isStopping) await new Promise(() => undefined);
      throw error;
    });
    print(`Uploaded ${file} to ${key} (${size} bytes)\n`);
    return size;
  } finally {
    await handle.close();
  }
}
