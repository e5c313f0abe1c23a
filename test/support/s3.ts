import { onTestFinished } from 'vitest';
import { startS3Store, type S3Store } from '../../scripts/samples/s3-store.ts';

/** A store of objects until the end of the test. */
export async function anS3Store(): Promise<S3Store> {
  const store = await startS3Store();
  onTestFinished(store.close);
  return store;
}
