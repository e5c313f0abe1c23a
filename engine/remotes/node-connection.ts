import type { Agent } from 'undici';
import type { RemoteNode } from '../config/config.ts';
import { readBytes } from '../lib/regular-file.ts';
import { nodeCredential, type NodeCredentialOptions } from './node-credential.ts';
import { VIA_HEADER } from './via.ts';

/** The connections to one node: with its certificate authority, and with our credentials for it. */
export interface NodeConnection {
  /** Finds our credentials before a call. Throws Error with what is wrong with them. */
  readonly prepare: () => Promise<void>;
  /** Sends until the signal says that it has taken too long. */
  readonly fetchUntil: (signal: AbortSignal) => typeof fetch;
  /** For events and files, which have no end or may be of any size, but are never silent for long. */
  readonly fetchStream: typeof fetch;
  /** Cuts whatever is under way. */
  readonly close: () => Promise<void>;
}

interface Agents {
  readonly calls: Agent;
  readonly streams: Agent;
}

/** More than any list should hold. What a broken node sends must not fill our memory. */
const LARGEST_ANSWER_BYTES = 256 * 1024 * 1024;
/** No answer stops for so long, and in a stream an engine says every 15 seconds that it is still there. */
const SILENCE_MS = 45_000;

export interface ConnectionOptions extends NodeCredentialOptions {
  readonly node: RemoteNode;
  /** By which the node knows this engine. */
  readonly instanceId: string;
}

/** Nothing is loaded or opened before the first request. */
export function connectNode(options: ConnectionOptions): NodeConnection {
  const { node, instanceId } = options;
  const credential = nodeCredential(options);
  let opening: Promise<Agents> | null = null;

  function open(): Promise<Agents> {
    // A certificate that cannot be read may be there the next time.
    opening ??= openAgents(node).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  const fetchBy = (kind: keyof Agents, signal?: AbortSignal): typeof fetch => {
    const send = async (url: string, init: RequestInit = {}) => {
      const own = await (kind === 'calls' ? credential.ofCall() : credential.ofStream());
      const { fetch: undiciFetch } = await import('undici');
      return undiciFetch(url, {
        method: init.method ?? 'GET',
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          ...own,
          [VIA_HEADER]: instanceId,
        },
        body: (init.body ?? null) as string | null,
        signal: signal ?? init.signal ?? null,
        // Another server must not get our credentials.
        redirect: 'error',
        dispatcher: (await open())[kind],
      });
    };
    // The two differ in their types alone, and only what both have is used.
    return send as unknown as typeof fetch;
  };

  return {
    prepare: async () => void (await credential.ofCall()),
    fetchUntil: (signal) => fetchBy('calls', signal),
    fetchStream: fetchBy('streams'),
    close: async () => {
      const agents = await opening?.catch(() => null);
      await Promise.all([agents?.calls.destroy(), agents?.streams.destroy()]);
    },
  };
}

async function openAgents({ tls, timeoutMs }: RemoteNode): Promise<Agents> {
  const authority = tls.caFile === null ? {} : { ca: readBytes(tls.caFile, { links: 'follow' }) };
  const { Agent: UndiciAgent } = await import('undici');
  const connect = { ...authority, rejectUnauthorized: !tls.skipVerify, timeout: timeoutMs };
  return {
    // Each call brings its own limit, since some have to wait for a run.
    calls: new UndiciAgent({
      connect,
      headersTimeout: 0,
      bodyTimeout: SILENCE_MS,
      maxResponseSize: LARGEST_ANSWER_BYTES,
    }),
    streams: new UndiciAgent({ connect, headersTimeout: timeoutMs, bodyTimeout: SILENCE_MS }),
  };
}
