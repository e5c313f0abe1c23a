import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, vi } from 'vitest';
import type { Listening } from '../../../engine/api/listen.ts';
import type { TestApi } from './an-api.ts';
import type { ManualClock } from './manual-clock.ts';

export const READY = ': ready\n\n';

/** An open stream of events. */
export interface OpenStream {
  readonly request: ReturnType<typeof get>;
  readonly response: IncomingMessage;
  /** What comes next is this text; what follows is left for the next look. */
  readonly next: (expected: string) => Promise<void>;
  /** Waits for a text, wherever it comes, and gives back what came up to its end. */
  readonly until: (text: string) => Promise<string>;
}

/** Opens the stream of events, which ends with the test at the latest. */
export async function openStream(
  { port }: Pick<Listening, 'port'>,
  query = '',
  path = '/events',
  headers: Record<string, string> = {},
): Promise<OpenStream> {
  const request = get({ port, path: `/api/v1${path}${query}`, agent: false, headers });
  onTestFinished(() => void request.destroy());
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.setEncoding('utf8');
  // A stream that a test has cut off has nothing more to say.
  response.on('error', () => undefined);
  let text = '';
  response.on('data', (chunk: string) => (text += chunk));
  const take = (length: number): string => {
    const taken = text.slice(0, length);
    text = text.slice(length);
    return taken;
  };
  return {
    request,
    response,
    next: async (expected) => {
      while (text.length < expected.length) await once(response, 'data');
      expect(take(expected.length)).toBe(expected);
    },
    until: async (end) => {
      while (!text.includes(end)) await once(response, 'data');
      return take(text.indexOf(end) + end.length);
    },
  };
}

/** Waits until a client that went is noticed, and nobody listens to the engine any more. */
export async function untilForgotten(
  api: Pick<TestApi, 'subscribers'>,
  clock: ManualClock,
): Promise<void> {
  await vi.waitUntil(() => {
    // The past is remembered for a minute.
    clock.advance(60_000);
    return api.subscribers.length === 0;
  });
}
