import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

export interface RunState {
  readonly status: number;
}

/** The part of the REST interface that the measures use. Connections are kept, as a browser keeps them. */
export interface Api {
  /** Where it begins. */
  readonly base: string;
  readonly get: <T>(path: string) => Promise<T>;
  readonly post: <T>(path: string, body: unknown) => Promise<T>;
  /** Starts a definition that is not stored; answers with the id of the run. */
  readonly runInline: (name: string, spec: string) => Promise<string>;
  readonly waitForRun: (name: string, dagRunId: string) => Promise<RunState>;
  readonly close: () => void;
}

const RUN_TIMEOUT_MS = 180_000;
const POLL_MS = 5;
/** So that looking takes a twentieth of the processors at most: of a run of 300 steps a server answers 200 KB. */
const POLL_SHARE = 20;
const unfinished = [0, 1, 5];

export function connect(base: string): Api {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const { status, answer } = await exchange({ agent, method, url: base + path, body: sent });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${answer.slice(0, 200)}`);
    // Whoever asks knows the shape; a wrong one shows up in the figures at once.
    return (answer === '' ? undefined : JSON.parse(answer)) as T;
  }

  return {
    base,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),

    async runInline(name, spec) {
      return (await call<{ dagRunId: string }>('POST', '/dag-runs', { name, spec })).dagRunId;
    },

    async waitForRun(name, dagRunId) {
      const deadline = performance.now() + RUN_TIMEOUT_MS;
      for (;;) {
        const asked = performance.now();
        const run = await runState(`/dag-runs/${name}/${dagRunId}`);
        const tookMs = performance.now() - asked;
        if (run !== null && !unfinished.includes(run.status)) return run;
        if (performance.now() > deadline) throw new Error(`${name} did not end in time.`);
        await delay(Math.max(POLL_MS, tookMs * POLL_SHARE));
      }
    },

    close: () => agent.destroy(),
  };

  /** A server may accept a run a moment before it can be read: null. */
  async function runState(path: string): Promise<RunState | null> {
    const { status, answer } = await exchange({ agent, method: 'GET', url: base + path });
    if (status === 404) return null;
    // The two servers name the same object differently.
    const body: { dagRun?: RunState; dagRunDetails?: RunState } = JSON.parse(answer);
    return body.dagRun ?? body.dagRunDetails ?? null;
  }
}

interface Exchange {
  readonly agent: Agent;
  readonly method: string;
  readonly url: string;
  readonly body?: string | undefined;
}

function exchange({ agent, method, url, body }: Exchange) {
  return new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const headers = {
      accept: 'application/json',
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
    };
    const sent = request(url, { agent, method, headers }, (response) => {
      text(response).then(
        (answer) => resolve({ status: response.statusCode ?? 0, answer }),
        reject,
      );
    });
    sent.once('error', reject).end(body);
  });
}
