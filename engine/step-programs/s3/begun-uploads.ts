import type { CreateMultipartUploadCommandOutput, S3Client } from '@aws-sdk/client-s3';

/** The uploads in parts that a client begins. */
export interface BegunUploads {
  /** Lets none begin any more. Resolves with the id of the last one, also of one that is beginning right now; undefined: there is none. */
  readonly end: () => Promise<string | undefined>;
}

/** The library tells the id of an upload once it is there: a stop must not come before that. */
export function begunUploads(client: S3Client): BegunUploads {
  let last: Promise<string | undefined> = Promise.resolve(undefined);
  let hasEnded = false;
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (commandName !== 'CreateMultipartUploadCommand') return next(args);
        if (hasEnded) throw new Error('the step is being stopped');
        const answer = next(args);
        last = answer.then(
          ({ output }) => (output as CreateMultipartUploadCommandOutput).UploadId,
          () => undefined,
        );
        return answer;
      },
    { step: 'initialize', name: 'begunUploads' },
  );
  return {
    end: () => {
      hasEnded = true;
      return last;
    },
  };
}
