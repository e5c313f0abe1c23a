import type { GitHttpRequest, GitHttpResponse } from 'isomorphic-git';
import { GitError } from './git.ts';

/** The pack protocol over HTTP (gitprotocol-http(5)), however it gets there. */
export type SendGitRequest = (request: GitHttpRequest) => Promise<GitHttpResponse>;

/** One way on which it gets there. */
export interface GitRequests {
  readonly send: SendGitRequest;
  readonly close: () => void;
}

/** Bytes as the library wants to read them. */
export async function* once(bytes: Uint8Array): AsyncIterableIterator<Uint8Array> {
  yield bytes;
  await Promise.resolve();
}

/** All parts in one piece; empty without a body. */
export async function whole(body: AsyncIterable<Uint8Array> | undefined): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of body ?? []) parts.push(part);
  return Buffer.concat(parts);
}

/** The line was lost in the middle of an answer. */
export function cutLine(host: string, cause?: unknown): GitError {
  const message = `The connection to ${host} was cut before everything had arrived. Try again.`;
  return new GitError('cut', message, { cause });
}
