import { S3Client } from '@aws-sdk/client-s3';
import type { S3Server } from './s3-request.ts';

/** Of a server that does not answer at all. */
const CONNECT_MS = 30_000;
/** Of a line that carries nothing in either direction. A part on a slow line may well take longer. */
const SILENCE_MS = 120_000;

/** The client of a bucket, with the credentials of the DAG, or those that other programs of AWS find. */
export function s3Client(
  { region, endpoint, accessKeyId, secretAccessKey, isPathStyle }: S3Server,
  silenceMs = SILENCE_MS,
): S3Client {
  const isElsewhere = endpoint !== '';
  return new S3Client({
    region: region === '' ? (process.env['AWS_REGION'] ?? 'us-east-1') : region,
    ...(isElsewhere && { endpoint }),
    ...(accessKeyId !== '' && { credentials: { accessKeyId, secretAccessKey } }),
    forcePathStyle: isPathStyle,
    // Services other than AWS often know no checksums behind the data.
    ...(isElsewhere && {
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silenceMs },
  });
}
