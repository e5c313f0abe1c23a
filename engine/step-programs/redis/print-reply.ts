import { print } from '../print.ts';

/** What a server answers: integers are texts, whatever their length, and texts are bytes. */
export type Reply = null | string | Buffer | Error | readonly Reply[] | ReadonlyMap<string, Reply>;

/** A list of names and values, each after its name, as the server sends a hash. */
export function hashOf(reply: Reply): Reply {
  if (!isList(reply)) return reply;
  const names = reply.filter((_item, index) => index % 2 === 0);
  return new Map(names.map((name, index) => [String(name), reply[index * 2 + 1] ?? null]));
}

/** Prints a text as it is and all else as JSON; no value prints nothing. @throws Error where a part of it is one. */
export function printReply(reply: Reply): void {
  if (reply === null) return;
  if (Buffer.isBuffer(reply)) {
    print(reply);
    print('\n');
  } else {
    print(`${jsonOf(reply)}\n`);
  }
}

/** @throws Error where a part of it is one. */
export function jsonOf(reply: Reply): string {
  if (reply instanceof Error) throw reply;
  if (reply === null) return 'null';
  if (typeof reply === 'string') return reply;
  if (Buffer.isBuffer(reply)) return JSON.stringify(reply.toString('utf8'));
  if (isList(reply)) return `[${reply.map(jsonOf).join(',')}]`;
  const entries = [...reply].map(([key, value]) => `${JSON.stringify(key)}:${jsonOf(value)}`);
  return `{${entries.join(',')}}`;
}

function isList(reply: Reply): reply is readonly Reply[] {
  return Array.isArray(reply);
}
