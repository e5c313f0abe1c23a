import { rootCause } from '../../lib/root-cause.ts';
import type { ProgramContext } from '../task.ts';
import { deleteObjects } from './delete-objects.ts';
import { downloadObjects } from './download-objects.ts';
import type { S3Job } from './job.ts';
import { listObjects } from './list-objects.ts';
import { s3Client } from './s3-client.ts';
import type { S3Command, S3Request } from './s3-request.ts';
import { uploadFiles } from './upload-files.ts';

const commands: Readonly<Record<S3Command, (job: S3Job) => Promise<void>>> = {
  upload: uploadFiles,
  download: downloadObjects,
  list: listObjects,
  delete: deleteObjects,
};

/** Uploads, downloads, lists or deletes objects. @throws Error in words for a person. */
export async function runS3(
  { server, bucket, work }: S3Request,
  context: ProgramContext,
): Promise<void> {
  const client = s3Client(server);
  context.fact('bucket', bucket);
  try {
    await commands[work.command]({ client, bucket, work, context });
  } catch (error) {
    throw new Error(wordsOf(error, { bucket, work }), { cause: error });
  } finally {
    client.destroy();
  }
}

function wordsOf(error: unknown, { bucket, work }: Pick<S3Job, 'bucket' | 'work'>): string {
  const { name = '', $metadata } = error as {
    readonly name?: string;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  const place = [bucket, work.key || work.prefix].filter(Boolean).join('/');
  if (name === 'CredentialsProviderError') {
    return 'there are no credentials: set `access_key_id` and `secret_access_key`, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in `env`';
  }
  const code =
    $metadata?.httpStatusCode === undefined ? '' : `${name} (${$metadata.httpStatusCode}): `;
  return `${place}: ${code}${rootCause(error)}`;
}
