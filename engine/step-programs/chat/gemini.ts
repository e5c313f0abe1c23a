import { z } from 'zod';
import type { ChatRequest, Message } from './chat-request.ts';
import { argumentsOf, given, type Protocol } from './protocol.ts';

const part = z.object({
  text: z.string().optional(),
  functionCall: z
    .object({ id: z.string().optional(), name: z.string(), args: z.unknown().optional() })
    .optional(),
  thoughtSignature: z.string().optional(),
});
const answer = z.object({
  candidates: z
    .array(
      z.object({
        content: z.object({ parts: z.array(part).default([]) }).optional(),
        finishReason: z.string().nullish(),
      }),
    )
    .default([]),
  usageMetadata: z
    .object({
      promptTokenCount: z.number().optional(),
      candidatesTokenCount: z.number().optional(),
    })
    .optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** Gemini of Google ("generateContent"). */
export const gemini: Protocol = {
  url: ({ baseUrl, model, isStreamed }) => {
    const base = `${baseUrl.replace(/\/v1beta$/, '')}/v1beta/models/${encodeURIComponent(model)}`;
    return isStreamed ? `${base}:streamGenerateContent?alt=sse` : `${base}:generateContent`;
  },
  headers: ({ apiKey }) => ({ 'x-goog-api-key': apiKey }),
  body: ({ messages, tools, temperature, maxTokens, topP }) => {
    const system = messages.filter(({ role }) => role === 'system');
    return {
      contents: turnsOf(messages),
      ...(system.length === 0
        ? {}
        : { systemInstruction: { parts: system.map(({ content }) => ({ text: content })) } }),
      ...toolsOf(tools),
      generationConfig: given({ temperature, maxOutputTokens: maxTokens, topP }),
    };
  },
  read: (raw) => {
    const { candidates, usageMetadata, error } = answer.parse(raw);
    if (error) throw new Error(error.message);
    const [first] = candidates;
    const parts = first?.content?.parts ?? [];
    return {
      text: parts.map(({ text = '' }) => text).join(''),
      calls: parts.flatMap(({ functionCall, thoughtSignature: signature }) => {
        if (!functionCall) return [];
        const { id, name, args = {} } = functionCall;
        return [{ id, name, arguments: JSON.stringify(args), signature }];
      }),
      isEnd: Boolean(first?.finishReason),
      tokensIn: usageMetadata?.promptTokenCount,
      tokensOut: usageMetadata?.candidatesTokenCount,
    };
  },
};

/** Its own kind of schema knows little of JSON Schema, so that is named as what it is. */
function toolsOf(tools: ChatRequest['tools']): { readonly tools?: readonly object[] } {
  if (tools.length === 0) return {};
  const functionDeclarations = tools.map(({ parameters: parametersJsonSchema, ...tool }) => ({
    ...tool,
    parametersJsonSchema,
  }));
  return { tools: [{ functionDeclarations }] };
}

/** The answers of tools are one turn of the user. */
function turnsOf(messages: ChatRequest['messages']): readonly object[] {
  const turns: { readonly role: string; readonly parts: object[]; readonly isAnswer: boolean }[] =
    [];
  for (const message of messages) {
    const isAnswer = message.answers !== undefined;
    const last = turns.at(-1);
    if (message.role === 'system') continue;
    if (isAnswer && last?.isAnswer === true) last.parts.push(...partsOf(message));
    else {
      const role = message.role === 'assistant' ? 'model' : 'user';
      turns.push({ role, parts: [...partsOf(message)], isAnswer });
    }
  }
  return turns.map(({ role, parts }) => ({ role, parts }));
}

function partsOf({ content, toolCalls, answers }: Message): readonly object[] {
  if (answers) return [{ functionResponse: { name: answers.name, response: { result: content } } }];
  if (!toolCalls) return [{ text: content }];
  const asked = toolCalls.map((call) => ({
    functionCall: { name: call.name, args: argumentsOf(call) },
    ...(call.signature === undefined ? {} : { thoughtSignature: call.signature }),
  }));
  return content === '' ? asked : [{ text: content }, ...asked];
}
