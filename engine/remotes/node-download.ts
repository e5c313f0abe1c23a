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
  // A connection that has been cut meanwhile is what is wanted.
  const keep = clock.after(node.timeoutMs, () => void body.cancel().catch(() => undefined));
  return {
    fileName: fileNameOf(headers.get('content-disposition') ?? ''),
    size: Number(headers.get('content-length') ?? 0),
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
