import type { RemoteNode } from '../config/config.ts';
import { createHttpClient, requestOf } from '../contract/http-client.ts';
import type { Role } from '../contract/auth.ts';
import type { Operation } from '../contract/operation.ts';
import { operations, type OperationName } from '../contract/operations.ts';
import { QUERY_FIELD } from '../contract/rest.ts';
import type { Clock } from '../lib/clock.ts';
import type { NodeConnection } from './node-connection.ts';
import { nodeError } from './node-error.ts';
import { openDownload } from './node-download.ts';
import { ROLE_HEADER } from './via.ts';

/** A call that a node is to answer. */
export interface NodeCall {
  readonly name: OperationName;
  /** As it came: what parsing makes of a time or a default is not what a request may say. */
  readonly rawInput: unknown;
  /** Of whoever asks. */
  readonly role: Role | null;
  /** How long the answer itself may wait for something, beyond the time that the node is given. */
  readonly waitMs: number;
}

interface Way {
  readonly node: RemoteNode;
  readonly connection: NodeConnection;
  readonly clock: Clock;
}

/**
 * Asks a node, and checks that its answer is one.
 *
 * @throws EngineError of the node, or `service_unavailable` with its name.
 */
export async function callNode(
  way: Way,
  { name, rawInput, role, waitMs }: NodeCall,
): Promise<unknown> {
  const { node, connection, clock } = way;
  const operation: Operation = operations[name];
  const limit = limitOf(way, waitMs);
  const input = ownFields(operation, rawInput);
  try {
    await connection.prepare();
    if (operation.download) {
      const { url, init } = requestOf(operation, input, node.baseUrl);
      // Compressed on the way it would have another size than is announced.
      const headers = { ...init.headers, 'Accept-Encoding': 'identity' };
      const { signal } = limit;
      const send = onBehalfOf(role, connection.fetchStream);
      const response = await send(url, { ...init, headers, signal });
      return await openDownload({ name, response, ...way });
    }
    const fetch = onBehalfOf(role, connection.fetchUntil(limit.signal));
    const client = createHttpClient({ baseUrl: node.baseUrl, fetch, wait: clock.after });
    // The node checks the input by the same contract.
    return checked(operation, await client.call(name, input as never));
  } catch (error) {
    throw nodeError(node.name, error);
  } finally {
    limit.end();
  }
}

/** Whoever is nobody here may ask for what is public, and needs no role for that. */
function onBehalfOf(role: Role | null, send: typeof fetch): typeof fetch {
  return (target, init) => {
    const headers = new Headers(init?.headers);
    headers.set(ROLE_HEADER, role ?? 'viewer');
    return send(target, { ...init, headers });
  };
}

function limitOf({ node, clock }: Way, waitMs: number) {
  const controller = new AbortController();
  const text = `it did not answer within ${node.timeoutMs / 1000} seconds`;
  const end = clock.after(node.timeoutMs + waitMs, () => controller.abort(new Error(text)));
  return { signal: controller.signal, end };
}

/** What the operation knows, without the choice of the node: there it is `local`. */
function ownFields({ input }: Operation, rawInput: unknown): Record<string, unknown> {
  const given = Object.entries((rawInput ?? {}) as object);
  const { shape } = input();
  return Object.fromEntries(
    given.filter(([field]) => field !== QUERY_FIELD && Object.hasOwn(shape, field)),
  );
}

/** Windows rely on the shapes of the contract, and a node may be broken, or of another version. */
function checked({ output }: Operation, answer: unknown): unknown {
  const parsed = output().safeParse(answer);
  if (parsed.success) return answer;
  const [issue] = parsed.error.issues;
  const place = issue === undefined ? '' : ` (${issue.path.join('.')}: ${issue.message})`;
  throw new Error(`this version does not understand its response${place}`);
}
