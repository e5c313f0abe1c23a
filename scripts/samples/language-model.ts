import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface AskedModel {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}

type Body = Readonly<Record<string, unknown>>;

export interface LanguageModel {
  readonly url: string;
  readonly asked: AskedModel[];
  /** What happens in place of an answer; true: it was dealt with. */
  trouble: (response: ServerResponse, times: number) => boolean | Promise<boolean>;
  /** What the next answers ask for in place of saying something, one list an answer. */
  readonly toolCalls: AskedTool[][];
}

export interface AskedTool {
  readonly name: string;
  readonly args: object;
}

const PIECES = ['Hello', ' wörld', ', again'];
export const ANSWER = PIECES.join('');

/** A service of language models on this computer that speaks as OpenAI, Anthropic and Gemini say in their references. */
export async function startLanguageModel(): Promise<
  LanguageModel & { readonly close: () => void }
> {
  const asked: AskedModel[] = [];
  const server = createServer((request, response) => {
    void json(request).then((parsed) => answer(request, response, parsed as Body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const model: LanguageModel = {
    url: `http://127.0.0.1:${port}`,
    asked,
    trouble: () => false,
    toolCalls: [],
  };
  async function answer(request: IncomingMessage, response: ServerResponse, body: Body) {
    const { url = '', headers } = request;
    asked.push({ url, headers, body });
    if (await model.trouble(response, asked.length)) return;
    const isStreamed = body['stream'] === true;
    const calls = model.toolCalls.shift() ?? null;
    if (url.endsWith('/chat/completions')) answerOpenai(response, isStreamed, calls);
    else if (url.endsWith('/v1/messages')) answerAnthropic(response, isStreamed, calls);
    else answerGemini(response, url.includes(':streamGenerateContent'), calls);
  }
  return Object.assign(model, { close: () => void server.close().closeAllConnections() });
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Events, cut at places where nobody would cut them. */
export function stream(response: ServerResponse, events: readonly (object | string)[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const texts = events.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  const bytes = Buffer.from(texts.map((text) => `data: ${text}\n\n`).join(''));
  for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7));
  response.end();
}

type Calls = readonly AskedTool[] | null;

function answerOpenai(response: ServerResponse, isStreamed: boolean, calls: Calls): void {
  const usage = { prompt_tokens: 11, completion_tokens: 7 };
  const asked = calls?.map(({ name, args }, index) => ({
    index,
    id: `call-${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));
  const message = asked ? { content: null, tool_calls: asked } : { content: ANSWER };
  if (!isStreamed) return send(response, { choices: [{ message, finish_reason: 'stop' }], usage });
  const pieces = asked?.flatMap(openaiPieces) ?? PIECES.map((content) => ({ content }));
  stream(response, [
    ...pieces.map((delta) => ({ choices: [{ delta, finish_reason: null }] })),
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage },
    '[DONE]',
  ]);
}

/** The name first, and then the arguments in two pieces. */
function openaiPieces(call: {
  readonly index: number;
  readonly function: { readonly name: string; readonly arguments: string };
}): readonly object[] {
  const { index } = call;
  const { arguments: text, name } = call.function;
  const piece = (part: string): object => ({
    tool_calls: [{ index, function: { arguments: part } }],
  });
  return [
    { tool_calls: [{ ...call, function: { name, arguments: '' } }] },
    piece(text.slice(0, 3)),
    piece(text.slice(3)),
  ];
}

function answerAnthropic(response: ServerResponse, isStreamed: boolean, calls: Calls): void {
  const usage = { input_tokens: 11, output_tokens: 7 };
  const blocks = calls?.map(({ name, args }, index) => ({
    type: 'tool_use',
    id: `call-${index}`,
    name,
    input: args,
  }));
  const content = blocks ?? [{ type: 'text', text: ANSWER }];
  if (!isStreamed) return send(response, { type: 'message', content, usage });
  const pieces =
    blocks?.flatMap(anthropicPieces) ??
    PIECES.map((text) => ({ type: 'content_block_delta', delta: { type: 'text_delta', text } }));
  stream(response, [
    { type: 'message_start', message: { usage: { input_tokens: 11, output_tokens: 1 } } },
    ...pieces,
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ]);
}

function anthropicPieces(
  { input, ...block }: { readonly input: object },
  index: number,
): readonly object[] {
  const text = JSON.stringify(input);
  const piece = (part: string): object => ({
    type: 'content_block_delta',
    index,
    delta: { type: 'input_json_delta', partial_json: part },
  });
  return [
    { type: 'content_block_start', index, content_block: { ...block, input: {} } },
    piece(text.slice(0, 3)),
    piece(text.slice(3)),
  ];
}

function answerGemini(response: ServerResponse, isStreamed: boolean, calls: Calls): void {
  const usageMetadata = { promptTokenCount: 11, candidatesTokenCount: 7 };
  const part = (parts: readonly object[], finishReason?: string) => ({
    candidates: [{ content: { parts }, ...(finishReason && { finishReason }) }],
  });
  const asked = calls?.map(({ name, args }) => ({
    functionCall: { name, args },
    thoughtSignature: `thought of ${name}`,
  }));
  if (!isStreamed)
    return send(response, { ...part(asked ?? [{ text: ANSWER }], 'STOP'), usageMetadata });
  const pieces = asked ?? PIECES.map((text) => ({ text }));
  stream(response, [
    ...pieces.map((piece) => part([piece])),
    { ...part([{ text: '' }], 'STOP'), usageMetadata },
  ]);
}
