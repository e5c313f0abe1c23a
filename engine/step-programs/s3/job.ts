import type { S3Client } from '@aws-sdk/client-s3';
import type { ProgramContext } from '../task.ts';
import type { S3Work } from './s3-request.ts';

/** A request that is under way. */
export interface S3Job {
  readonly client: S3Client;
  readonly bucket: string;
  readonly work: S3Work;
  readonly context: ProgramContext;
}
