import type { EngineClient } from '#contract/client.ts';
import { createHttpClient } from '#contract/http-client.ts';
import {
  createEngineConnection,
  type EngineConnection,
  type WatchEngine,
} from './engine-connection.ts';
import { basePathOf } from '../lib/base-path.ts';
import { formatError } from '../lib/format-error.ts';
import { createNodeChoice, storageOf } from './node-choice.ts';
import { createSession } from './session.ts';
import { createSessionToken } from './session-token.ts';
import { streamsInSight } from './streams-in-sight.ts';

const CALM_MS = 15_000;
const ANXIOUS_MS = 1_000;

/** Without a shell the page asks the engine how it is: seldom while all is well, often while it is away. */
export function connectHttp(page: Window): EngineConnection {
  const baseUrl = page.location.origin + basePathOf(page);
  const token = createSessionToken(page);
  let onConnection = (_state: 'open' | 'lost'): void => {};
  const client = createHttpClient({
    baseUrl,
    wait,
    token: token.read,
    fetch: streamsInSight(page, outliveThePage),
    onConnection: (state) => onConnection(state),
  });
  const session = createSession(client, token);
  const watch: WatchEngine = (tell) => {
    let timer = 0;
    let wasLost = false;
    const ask = async () => {
      window.clearTimeout(timer);
      const detail = await whyAway(client);
      const isThere = detail === undefined;
      tell.state(isThere ? { phase: 'ready', url: baseUrl } : { phase: 'restarting', detail });
      timer = window.setTimeout(ask, isThere ? CALM_MS : ANXIOUS_MS);
    };
    onConnection = (state) => {
      if (state === 'open' && wasLost) tell.missedEvents();
      wasLost = state === 'lost';
      if (!wasLost) return;
      void ask();
      // A stream is also lost to whoever may not listen any more.
      void session.ask();
    };
    window.addEventListener('online', () => void ask());
    void ask();
  };
  const nodes = createNodeChoice(client, storageOf(page));
  return createEngineConnection({ client, session, nodes, watch });
}

const SMALL = 1_000;

/** What a person asked for a moment before leaving the page is done all the same. A browser keeps only small requests. */
const outliveThePage: typeof fetch = (target, init) => {
  const size = typeof init?.body === 'string' ? init.body.length : 0;
  const changes = init?.method !== undefined && init.method !== 'GET';
  return fetch(target, { ...init, ...(changes && size < SMALL && { keepalive: true }) });
};

/** In the words in which any call fails meanwhile, so that a page need not say them again. */
async function whyAway(client: EngineClient): Promise<string | undefined> {
  try {
    await client.call('system.health', {});
    return undefined;
  } catch (error) {
    // Whatever the reason, it is not there; what matters is when it is back.
    return formatError(error);
  }
}

function wait(delayMs: number, callback: () => void): () => void {
  const timer = window.setTimeout(callback, delayMs);
  return () => window.clearTimeout(timer);
}
