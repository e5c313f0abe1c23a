/** Commands with all values filled in, and where they go. */
export interface RedisTask {
  readonly server: RedisServer;
  readonly work: RedisWork;
}

/** A server, or several that know of each other. */
export interface RedisServer {
  readonly mode: 'standalone' | 'sentinel' | 'cluster';
  /** The server, the sentinels, or the nodes of the cluster that are asked for the others. */
  readonly addresses: readonly RedisAddress[];
  /** What the sentinels call their master; empty in another mode. */
  readonly master: string;
  /** Empty: the default user. */
  readonly username: string;
  /** Empty: none is sent. */
  readonly password: string;
  readonly db: number;
  readonly tls: boolean;
}

export interface RedisAddress {
  readonly host: string;
  readonly port: number;
}

/** A command with its arguments, or several whose replies are printed together. */
export type RedisWork =
  | { readonly kind: 'command'; readonly command: RedisCommand }
  | { readonly kind: 'pipeline'; readonly commands: readonly RedisCommand[] };

/** The name of a command, then its arguments. */
export type RedisCommand = readonly [string, ...string[]];
