import type { Remote } from './git.ts';
import { once } from './git-requests.ts';
import type { Transport } from './transport.ts';

/** A remote, and how its programs are asked. */
export interface Way {
  readonly remote: Remote;
  readonly transport: Transport;
}

/** Gives one of git's programs on the other side a request, and returns its answer as it comes. */
export async function askService(
  { transport: { url, http } }: Way,
  service: 'git-upload-pack' | 'git-receive-pack',
  body: Buffer,
): Promise<AsyncIterable<Uint8Array>> {
  const { body: answer } = await http.request({
    url: `${url.replace(/\/$/, '')}/${service}`,
    method: 'POST',
    headers: {
      'content-type': `application/x-${service}-request`,
      accept: `application/x-${service}-result`,
    },
    body: once(body),
  });
  return answer ?? once(Buffer.alloc(0));
}
