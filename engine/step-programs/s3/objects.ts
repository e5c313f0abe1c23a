import { paginateListObjectsV2, type _Object } from '@aws-sdk/client-s3';
import type { S3Job } from './job.ts';

/** A stored object. */
export interface StoredObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** ISO 8601. */
  readonly lastModified: string;
  readonly etag: string;
  readonly storageClass: string;
}

/** What stands below a prefix: `folder` where keys go on behind a slash and nobody asked for all of them. */
export type Listed =
  | { readonly kind: 'object'; readonly object: StoredObject }
  | { readonly kind: 'folder'; readonly prefix: string };

/** The objects of a prefix, in the order of their keys, page by page. */
export async function* listed({ client, bucket, work }: S3Job): AsyncGenerator<Listed> {
  const { prefix, isRecursive } = work;
  const pages = paginateListObjectsV2(
    { client },
    { Bucket: bucket, Prefix: prefix, ...(isRecursive ? {} : { Delimiter: '/' }) },
  );
  for await (const { Contents = [], CommonPrefixes = [] } of pages) {
    for (const { Prefix = '' } of CommonPrefixes) yield { kind: 'folder', prefix: Prefix };
    for (const object of Contents) yield { kind: 'object', object: toStored(object) };
  }
}

function toStored({ Key, Size, LastModified, ETag, StorageClass }: _Object): StoredObject {
  return {
    key: Key ?? '',
    size: Size ?? 0,
    lastModified: LastModified?.toISOString() ?? '',
    etag: ETag?.replaceAll('"', '') ?? '',
    storageClass: StorageClass ?? 'STANDARD',
  };
}
