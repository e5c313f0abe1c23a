import { DeleteObjectCommand, DeleteObjectsCommand } from '@aws-sdk/client-s3';
import { print } from '../print.ts';
import type { S3Job } from './job.ts';
import { listed } from './objects.ts';

/** What one request takes. */
const MAX_KEYS = 1000;

/** Deletes an object, or all below a prefix. One that is not there is gone as well. */
export async function deleteObjects(job: S3Job): Promise<void> {
  const { client, bucket, work, context } = job;
  if (!work.isRecursive) {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: work.key }));
    print(`Deleted ${work.key}\n`);
    context.fact('objects', 1);
    return;
  }
  let count = 0;
  let keys: string[] = [];
  for await (const one of listed(job)) {
    if (one.kind === 'object') keys.push(one.object.key);
    if (keys.length < MAX_KEYS) continue;
    count += await deleteAll(job, keys);
    keys = [];
  }
  if (keys.length > 0) count += await deleteAll(job, keys);
  print(`Deleted ${count} ${count === 1 ? 'object' : 'objects'} below ${work.prefix}\n`);
  context.fact('objects', count);
}

async function deleteAll({ client, bucket }: S3Job, keys: readonly string[]): Promise<number> {
  const Objects = keys.map((Key) => ({ Key }));
  const { Errors = [] } = await client.send(
    new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
  );
  const [first] = Errors;
  if (first === undefined) return keys.length;
  throw new Error(
    `${Errors.length} objects stay, such as ${first.Key ?? ''}: ${first.Message ?? ''}`,
  );
}
