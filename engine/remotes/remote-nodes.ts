import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { RemoteNode } from '../config/config.ts';
import { EngineError } from '../contract/errors.ts';
import type { EventFilter, EventListener } from '../contract/events.ts';
import type { RemoteNodeInfo } from '../contract/node.ts';
import type { Caller } from '../contract/operations.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { checkNames } from './check-names.ts';
import { callNode, type NodeCall } from './call-node.ts';
import { Followers } from './followers.ts';
import { connectNode, type NodeConnection } from './node-connection.ts';
import { followNode, type NodeEvents } from './node-events.ts';
import { refuseLoop } from './via.ts';

interface RemoteNodesOptions {
  readonly nodes: readonly RemoteNode[];
  /** The token or password of a node that the keychain has; null: none. */
  readonly token: (node: string) => Promise<string | null>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A call whose caller and input have been checked here. */
interface Forwarded {
  readonly name: NodeCall['name'];
  readonly rawInput: unknown;
  readonly parsed: unknown;
  readonly caller: Caller;
}

interface Known {
  readonly node: RemoteNode;
  readonly connection: NodeConnection;
  readonly events: NodeEvents;
}

/** The engines that answer for `remoteNode`. */
export class RemoteNodes {
  /** By which other engines know this one; a new one for each start. */
  readonly instanceId = randomUUID();
  readonly #options: RemoteNodesOptions;
  #nodes: readonly RemoteNode[];
  readonly #followers = new Followers(
    (node, filter, listener) =>
      this.#byName.get(node)?.events.subscribe(filter, listener) ?? (() => undefined),
  );
  #byName: ReadonlyMap<string, Known>;

  constructor(options: RemoteNodesOptions) {
    this.#options = options;
    this.#nodes = options.nodes;
    this.#byName = new Map(options.nodes.map((node) => [node.name, this.#known(node)]));
  }

  /** As they are configured: what the settings leave out is in the keychain, or nowhere. */
  get list(): readonly RemoteNodeInfo[] {
    return this.#nodes.map(({ name, baseUrl, auth }) => ({
      name,
      baseUrl,
      authType: auth.type,
      credential: placeOf(auth),
    }));
  }

  /** Other settings: nodes that stay as they were keep their connections, calls under way to others are cut off. */
  change(nodes: readonly RemoteNode[]): void {
    this.#change(nodes, (node, known) => isDeepStrictEqual(known.node, node));
  }

  /** Other credentials of a node: asks for them anew, and cuts off what goes on with those before. */
  renew(name: string): void {
    this.#change(this.#nodes, (node) => node.name !== name);
  }

  #change(nodes: readonly RemoteNode[], stays: (node: RemoteNode, known: Known) => boolean): void {
    const before = this.#byName;
    this.#nodes = nodes;
    this.#byName = new Map(
      nodes.map((node) => {
        const known = before.get(node.name);
        return [node.name, known && stays(node, known) ? known : this.#known(node)];
      }),
    );
    const kept = new Set(this.#byName.values());
    for (const known of before.values()) if (!kept.has(known)) end(known, this.#options.log);
    this.#followers.renew((name) => before.get(name) !== this.#byName.get(name));
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /**
   * The answer of the node that the input names; null for a call that is for this engine.
   *
   * @throws EngineError `bad_request` for an unknown node, for loops, and for what is never passed on, `not_found` for a name
   * that nothing can have; else those of `callNode`.
   */
  forward({ name, rawInput, parsed, caller }: Forwarded): Promise<unknown> | null {
    const { remoteNode = 'local', timeout = 0 } = parsed as Chosen;
    refuseLoop(caller.via ?? [], { instanceId: this.instanceId, node: remoteNode });
    if (remoteNode === 'local') {
      refuseElsewhere(name, rawInput);
      return null;
    }
    this.#require(remoteNode);
    checkNames(name, parsed);
    return this.call(remoteNode, { name, rawInput, role: caller.role, waitMs: timeout * 1000 });
  }

  call(node: string, call: NodeCall): Promise<unknown> {
    return callNode({ ...this.#require(node), clock: this.#options.clock }, call);
  }

  /** An unknown node has no events until the settings know it; calls to it are refused. */
  subscribe(node: string, filter: EventFilter, listener: EventListener): () => void {
    return this.#followers.add(node, filter, listener);
  }

  /** Ends all that is under way; safe to call twice. */
  async close(): Promise<void> {
    this.#followers.clear();
    for (const { events } of this.#byName.values()) events.close();
    await Promise.all([...this.#byName.values()].map(({ connection }) => connection.close()));
  }

  #known(node: RemoteNode): Known {
    const connection = connectNode({ ...this.#options, node, instanceId: this.instanceId });
    return { node, connection, events: followNode({ node, connection, ...this.#options }) };
  }

  #require(name: string): Known {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    throw new EngineError('bad_request', `remote node ${name} not found`, {
      details: { fields: { remoteNode: 'not a configured node' } },
    });
  }
}

function placeOf(auth: RemoteNode['auth']): RemoteNodeInfo['credential'] {
  if (auth.type === 'none') return 'none';
  const secret = auth.type === 'token' ? auth.token : auth.password;
  return secret === null ? 'keychain' : 'config';
}

/** An operation that knows no nodes must not do here what was meant for another engine. */
function refuseElsewhere(name: string, rawInput: unknown): void {
  const { remoteNode = 'local' } = (rawInput ?? {}) as { readonly remoteNode?: unknown };
  if (remoteNode === 'local') return;
  throw new EngineError('bad_request', `${name} does not support remote nodes.`, {
    details: { fields: { remoteNode: 'must be omitted or `local`' } },
  });
}

function end({ node, connection, events }: Known, log: Logger): void {
  events.close();
  connection
    .close()
    .catch((error: unknown) =>
      log.debug('Cannot log out of a remote node', { node: node.name, error }),
    );
}

/** Fields of an input that say where and how long; each operation has some of them. */
interface Chosen {
  readonly remoteNode?: string;
  /** Seconds. */
  readonly timeout?: number;
}
