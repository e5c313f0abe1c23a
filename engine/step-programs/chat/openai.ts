import { z } from 'zod';
import type { ChatRequest, Message } from './chat-request.ts';
import { given, type Protocol } from './protocol.ts';

const call = z.object({
  index: z.number().optional(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});
const said = z
  .object({ content: z.string().nullish(), tool_calls: z.array(call).nullish() })
  .nullish();
const choice = z.object({ delta: said, message: said, finish_reason: z.string().nullish() });
const answer = z.object({
  choices: z.array(choice).default([]),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
  error: z.object({ message: z.string() }).optional(),
});

/** OpenAI, and all that speak like it ("Chat Completions"). */
export const openai: Protocol = {
  url: ({ baseUrl }) => `${baseUrl}/chat/completions`,
  headers: ({ apiKey }) => (apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
  body: ({ model, messages, tools, temperature, maxTokens, topP, isStreamed }) => ({
    model,
    messages: messages.map(messageOf),
    ...toolsOf(tools),
    ...given({ temperature, max_tokens: maxTokens, top_p: topP }),
    ...(isStreamed ? { stream: true, stream_options: { include_usage: true } } : {}),
  }),
  read: (raw) => {
    const { choices, usage, error } = answer.parse(raw);
    if (error) throw new Error(error.message);
    const [first] = choices;
    const part = first?.delta ?? first?.message;
    return {
      text: part?.content ?? undefined,
      calls: part?.tool_calls?.map(({ index, id, function: asked }) => ({
        index,
        id: id ?? undefined,
        name: asked?.name ?? undefined,
        arguments: asked?.arguments ?? undefined,
      })),
      isEnd: Boolean(first?.finish_reason),
      tokensIn: usage?.prompt_tokens,
      tokensOut: usage?.completion_tokens,
    };
  },
};

function messageOf({ role, content, toolCalls, answers }: Message): object {
  if (answers) return { role, tool_call_id: answers.id, content };
  if (!toolCalls) return { role, content };
  const asked = toolCalls.map(({ id, name, arguments: written }) => ({
    id,
    type: 'function',
    function: { name, arguments: written },
  }));
  return { role, content: content === '' ? null : content, tool_calls: asked };
}

function toolsOf(tools: ChatRequest['tools']): { readonly tools?: readonly object[] } {
  if (tools.length === 0) return {};
  return { tools: tools.map((tool) => ({ type: 'function', function: tool })) };
}
