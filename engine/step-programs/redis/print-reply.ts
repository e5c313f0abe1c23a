import { StringDecoder } from 'node:string_decoder';
import { print } from '../print.ts';

/** What a server answers: integers are texts, whatever their length, and texts are bytes. */
export type Reply = null | string | Buffer | Error | readonly Reply[] | Hash;

/** Names and values, each after its name, as the server sends them. */
interface Hash {
  readonly pairs: readonly Reply[];
}

/** A list that is a hash. */
export function hashOf(reply: Reply): Reply {
  return isList(reply) ? { pairs: reply } : reply;
}

/** Prints a text as it is and all else as JSON; no value prints nothing. @throws Error where a part of it is one. */
export function printReply(reply: Reply): void {
  if (reply === null) return;
  if (Buffer.isBuffer(reply)) print(reply);
  else printJson(reply);
  print('\n');
}

/** What is decoded and printed at a time, so that a large text is in memory once. */
const PIECE = 64 * 1024;

/** Prints nothing of a reply that fails. @throws Error where a part of it is one. */
export function printJson(reply: Reply, before = ''): void {
  refuseErrors(reply);
  let open = before;
  for (const part of jsonParts(reply)) {
    open += part;
    if (open.length < PIECE) continue;
    print(open);
    open = '';
  }
  print(open);
}

function refuseErrors(reply: Reply): void {
  if (reply instanceof Error) throw reply;
  if (isList(reply)) reply.forEach(refuseErrors);
  else if (reply instanceof Map) [...reply.values()].forEach(refuseErrors);
}

function* jsonParts(reply: Reply): Generator<string> {
  if (reply === null) yield 'null';
  else if (typeof reply === 'string') yield reply;
  else if (Buffer.isBuffer(reply)) yield* textParts(reply);
  else if (isList(reply)) yield* listParts(reply);
  else if (!(reply instanceof Error)) yield* hashParts(reply.pairs);
}

function* listParts(list: readonly Reply[]): Generator<string> {
  for (const [index, item] of list.entries()) {
    yield index === 0 ? '[' : ',';
    yield* jsonParts(item);
  }
  yield list.length === 0 ? '[]' : ']';
}

function* hashParts(pairs: readonly Reply[]): Generator<string> {
  for (const [index, item] of pairs.entries()) {
    if (index % 2 === 1) yield ':';
    else yield index === 0 ? '{' : ',';
    yield* jsonParts(item);
  }
  yield pairs.length === 0 ? '{}' : '}';
}

function* textParts(bytes: Buffer): Generator<string> {
  const decoder = new StringDecoder('utf8');
  yield '"';
  for (let at = 0; at < bytes.length; at += PIECE)
    yield withoutQuotes(decoder.write(bytes.subarray(at, at + PIECE)));
  yield `${withoutQuotes(decoder.end())}"`;
}

function withoutQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function isList(reply: Reply): reply is readonly Reply[] {
  return Array.isArray(reply);
}
