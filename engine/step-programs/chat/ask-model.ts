import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { OtherOrigin, redirectedWithin, requestTo, type Sent } from '../../lib/redirect.ts';
import { rootCause } from '../../lib/root-cause.ts';
import { lastAnswer } from '../http/last-answer.ts';
import { anthropic } from './anthropic.ts';
import { AnswerParts, type Answer } from './answer-parts.ts';
import type { ChatRequest } from './chat-request.ts';
import { gemini } from './gemini.ts';
import { openai } from './openai.ts';
import type { AnswerPart, Protocol } from './protocol.ts';

const protocols: Readonly<Record<ChatRequest['protocol'], Protocol>> = {
  openai,
  anthropic,
  gemini,
};

/** Further tries of a service that has too much to do, and the pause before each where it names none. */
const PAUSES_MS = [1000, 5000, 20_000];
const MAX_PAUSE_MS = 60_000;

/** Asks a model once and prints its answer as it comes. @throws Error in words for a person. */
export async function askModel(request: ChatRequest): Promise<Answer> {
  const protocol = protocols[request.protocol];
  let answer: IncomingMessage;
  try {
    answer = await ask(protocol, request);
  } catch (error) {
    if (error instanceof OtherOrigin) throw elsewhere(error);
    throw new Error(`${new URL(request.baseUrl).host}: ${rootCause(error)}`, { cause: error });
  }
  const parts = new AnswerParts();
  await (request.isStreamed ? streamed : whole)(answer, protocol, parts);
  return parts.answer();
}

function elsewhere({ message }: OtherOrigin): Error {
  const advice = 'if the service is there, set `base_url` to its address';
  return new Error(`${message} and gets neither the key nor the messages; ${advice}`);
}

async function ask(protocol: Protocol, request: ChatRequest): Promise<IncomingMessage> {
  const question = questionOf(protocol, request);
  const signal = new AbortController().signal;
  const sending = { skipVerify: false, follow: redirectedWithin, signal };
  for (const usual of [...PAUSES_MS, null]) {
    const { answer } = await lastAnswer(question, sending);
    const { statusCode: status = 0 } = answer;
    if (status >= 200 && status < 300) return answer;
    const mayPass = status === 429 || status >= 500;
    if (usual === null || !mayPass) throw new Error(`${status}: ${await complaintOf(answer)}`);
    answer.destroy();
    await pause(askedPause(answer) ?? usual);
  }
  throw new Error('no try was made');
}

function questionOf(protocol: Protocol, request: ChatRequest): Sent {
  const body = Buffer.from(JSON.stringify(protocol.body(request)));
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    ...protocol.headers(request),
  };
  return requestTo({
    method: 'POST',
    url: new URL(protocol.url(request)),
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    body,
  });
}

/** What the service asks for, in milliseconds. */
function askedPause({ headers }: IncomingMessage): number | null {
  const seconds = Number(headers['retry-after'] ?? '');
  return seconds > 0 ? Math.min(1000 * seconds, MAX_PAUSE_MS) : null;
}

async function complaintOf(answer: IncomingMessage): Promise<string> {
  const complaint = await boundedText(answer);
  try {
    const { error } = JSON.parse(complaint) as { readonly error?: { readonly message?: string } };
    return error?.message ?? complaint;
  } catch {
    return complaint;
  }
}

async function whole(
  answer: IncomingMessage,
  protocol: Protocol,
  parts: AnswerParts,
): Promise<void> {
  parts.add(read(protocol, await boundedText(answer)));
}

/** Ten times what the largest models say at once. */
const MAX_WHOLE = 16 * 1024 * 1024;

async function boundedText(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer) {
    pieces.push(piece as Buffer);
    bytes += (piece as Buffer).length;
    if (bytes > MAX_WHOLE) throw new Error('the answer has more than 16 MiB: set `stream: true`');
  }
  return Buffer.concat(pieces).toString();
}

async function streamed(
  answer: IncomingMessage,
  protocol: Protocol,
  parts: AnswerParts,
): Promise<void> {
  const parser = createParser({
    onEvent: ({ data }) => {
      // A word of OpenAI, and no JSON.
      if (data !== '[DONE]') parts.add(read(protocol, data));
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of answer)
    parser.feed(decoder.decode(bytes as Uint8Array, { stream: true }));
  if (!parts.areComplete) throw new Error('the answer was cut before its end');
}

function read(protocol: Protocol, said: string): AnswerPart {
  let parsed: unknown;
  try {
    parsed = JSON.parse(said);
  } catch (error) {
    throw new Error(`the answer is not JSON: ${said.slice(0, 200)}`, { cause: error });
  }
  return protocol.read(parsed);
}
