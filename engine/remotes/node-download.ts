import type { RemoteNode } from '../config/config.ts';
import type { Download } from '../contract/download.ts';
import { readAnswer } from '../contract/http-client.ts';
import type { OperationName } from '../contract/operations.ts';
import { routes } from '../contract/routes.ts';
import type { Clock } from '../lib/clock.ts';

interface Opened {
  readonly name: OperationName;
  readonly response: Response;
  readonly node: RemoteNode;
  readonly clock: Clock;
}

/** The file that a node sends, passed on piece by piece. What nobody reads is let go of after the node's own time. */
export async function openDownload({ name, response, node, clock }: Opened): Promise<Download> {
  const { body, headers } = response;
  if (!response.ok || body === null) return (await readAnswer(routes[name], response)) as never;
  const disposition = headers.get('content-disposition');
  if (disposition === null) {
    // The page of a proxy must not pass for a log.
    await body.cancel();
    throw new Error(`${response.url} answered ${response.status}, but with no file of an engine`);
  }
  const length = headers.get('content-length');
  // A connection that has been cut meanwhile is what is wanted.
  const keep = clock.after(node.timeoutMs, () => void body.cancel().catch(() => undefined));
  return {
    fileName: fileNameOf(disposition),
    // A proxy may pass it on in pieces, without saying how many bytes they are.
    size: length === null ? null : Number(length),
    open: () => {
      keep();
      return body;
    },
  };
}

/** The name goes into a header and a file system of ours, so only a plain one is taken over. */
function fileNameOf(disposition: string): string {
  const [, name = ''] = /filename="?([\w.-]{1,200})"?/.exec(disposition) ?? [];
  return /^\.*$/.test(name) ? 'download.log' : name;
}
