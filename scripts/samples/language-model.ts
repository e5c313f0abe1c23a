import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface AskedModel {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface LanguageModel {
  readonly url: string;
  readonly asked: AskedModel[];
  /** What happens in place of an answer; true: it was dealt with. */
  trouble: (response: ServerResponse, times: number) => boolean;
}

const PIECES = ['Hello', ' wörld', ', again'];
export const ANSWER = PIECES.join('');

/** A service of language models on this computer that speaks as OpenAI, Anthropic and Gemini say in their references. */
export async function startLanguageModel(): Promise<
  LanguageModel & { readonly close: () => void }
> {
  const asked: AskedModel[] = [];
  const server = createServer((request, response) => {
    void json(request).then((parsed) => {
      const body = parsed as Record<string, unknown>;
      const { url = '', headers } = request;
      asked.push({ url, headers, body });
      if (model.trouble(response, asked.length)) return;
      if (url.endsWith('/chat/completions')) answerOpenai(response, body['stream'] === true);
      else if (url.endsWith('/v1/messages')) answerAnthropic(response, body['stream'] === true);
      else answerGemini(response, url.includes(':streamGenerateContent'));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const model: LanguageModel = { url: `http://127.0.0.1:${port}`, asked, trouble: () => false };
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

function answerOpenai(response: ServerResponse, isStreamed: boolean): void {
  const usage = { prompt_tokens: 11, completion_tokens: 7 };
  if (!isStreamed)
    return send(response, {
      choices: [{ message: { content: ANSWER }, finish_reason: 'stop' }],
      usage,
    });
  stream(response, [
    ...PIECES.map((content) => ({ choices: [{ delta: { content }, finish_reason: null }] })),
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage },
    '[DONE]',
  ]);
}

function answerAnthropic(response: ServerResponse, isStreamed: boolean): void {
  const usage = { input_tokens: 11, output_tokens: 7 };
  if (!isStreamed)
    return send(response, { type: 'message', content: [{ type: 'text', text: ANSWER }], usage });
  stream(response, [
    { type: 'message_start', message: { usage: { input_tokens: 11, output_tokens: 1 } } },
    ...PIECES.map((text) => ({ type: 'content_block_delta', delta: { type: 'text_delta', text } })),
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ]);
}

function answerGemini(response: ServerResponse, isStreamed: boolean): void {
  const usageMetadata = { promptTokenCount: 11, candidatesTokenCount: 7 };
  const part = (text: string, finishReason?: string) => ({
    candidates: [{ content: { parts: [{ text }] }, ...(finishReason && { finishReason }) }],
  });
  if (!isStreamed) return send(response, { ...part(ANSWER, 'STOP'), usageMetadata });
  stream(response, [...PIECES.map((text) => part(text)), { ...part('', 'STOP'), usageMetadata }]);
}
