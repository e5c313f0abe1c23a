import { print } from '../print.ts';
import type { S3Job } from './job.ts';
import { listed } from './objects.ts';

/** Prints what stands below a prefix as one JSON object, as it comes: a bucket may have millions. */
export async function listObjects(job: S3Job): Promise<void> {
  const { bucket, work, context } = job;
  const most = work.maxKeys === 0 ? Infinity : work.maxKeys;
  const folders: string[] = [];
  let objects = 0;
  let isTruncated = false;
  print(`{"bucket":${JSON.stringify(bucket)},"prefix":${JSON.stringify(work.prefix)},"objects":[`);
  for await (const one of listed(job)) {
    if (objects + folders.length >= most) {
      isTruncated = true;
      break;
    }
    if (one.kind === 'folder') folders.push(one.prefix);
    else {
      print(`${objects === 0 ? '' : ','}\n${JSON.stringify(one.object)}`);
      objects += 1;
    }
  }
  print(`],"folders":${JSON.stringify(folders)},"isTruncated":${isTruncated}}\n`);
  context.fact('objects', objects);
}
