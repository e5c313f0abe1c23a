import type { S3Connection } from '../../dag/definition.ts';
import type { S3Command, S3Request, S3Server } from '../../step-programs/s3/s3-request.ts';
import type { TypedContext } from '../step-type.ts';
import type { ProgramWork } from '../work.ts';
import type { S3Config } from './definition.ts';

/** The request of a step, with all values filled in. */
export async function work(context: TypedContext<S3Config>): Promise<ProgramWork> {
  const { dag, step, config, expand } = context;
  const where = joined(config, dag.s3);
  const bucket = await expand(where.bucket ?? '');
  if (bucket === '') throw new Error('`bucket` is empty');
  const input: S3Request = {
    server: await serverOf(where, expand),
    bucket,
    work: {
      // Checked when the DAG was loaded.
      command: step.commands[0] as S3Command,
      key: await expand(config.key),
      prefix: folderOf(await expand(config.prefix)),
      source: await expand(config.source),
      destination: await expand(config.destination),
      contentType: await expand(config.contentType),
      storageClass: await expand(config.storageClass),
      maxKeys: config.maxKeys,
      isRecursive: config.isRecursive,
    },
  };
  const needed = ['key', 'source', 'destination'] as const;
  // A reference to nothing must not name the whole bucket, or the working directory.
  for (const name of needed.filter((one) => config[one] !== '')) {
    if (input.work[name] === '') throw new Error(`\`${name}\` is empty`);
  }
  if (input.work.command === 'delete' && config.isRecursive && input.work.prefix === '')
    throw new Error('`prefix` is empty: everything would be deleted');
  return { kind: 'program', task: { program: 's3', input } };
}

/** A prefix is a folder: `reports` must not take `reports-old`. */
function folderOf(prefix: string): string {
  return prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
}

/** Access keys belong together: those of the step, or those of the DAG. */
function joined(own: S3Connection, shared: S3Connection | null): S3Connection {
  const keys = own.accessKeyId === null ? shared : own;
  return {
    region: own.region ?? shared?.region ?? null,
    endpoint: own.endpoint ?? shared?.endpoint ?? null,
    accessKeyId: keys?.accessKeyId ?? null,
    secretAccessKey: own.secretAccessKey ?? keys?.secretAccessKey ?? null,
    bucket: own.bucket ?? shared?.bucket ?? null,
    forcePathStyle: own.forcePathStyle ?? shared?.forcePathStyle ?? null,
  };
}

async function serverOf(
  where: S3Connection,
  expand: TypedContext<S3Config>['expand'],
): Promise<S3Server> {
  const endpoint = await expand(where.endpoint ?? '');
  const accessKeyId = await expand(where.accessKeyId ?? '');
  const secretAccessKey = await expand(where.secretAccessKey ?? '');
  if ((accessKeyId === '') !== (secretAccessKey === ''))
    throw new Error(
      '`access_key_id` and `secret_access_key` belong together: one of them is empty',
    );
  return {
    region: await expand(where.region ?? ''),
    endpoint,
    accessKeyId,
    secretAccessKey,
    isPathStyle: where.forcePathStyle ?? endpoint !== '',
  };
}
