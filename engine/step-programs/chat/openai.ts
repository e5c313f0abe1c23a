import { z } from 'zod';
import { given, type Protocol } from './protocol.ts';

const choice = z.object({
  delta: z.object({ content: z.string().nullish() }).nullish(),
  message: z.object({ content: z.string().nullish() }).nullish(),
  finish_reason: z.string().nullish(),
});
const answer = z.object({
  choices: z.array(choice).default([]),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
  error: z.object({ message: z.string() }).optional(),
});

/** OpenAI, and all that speak like it ("Chat Completions"). */
export const openai: Protocol = {
  url: ({ baseUrl }) => `${baseUrl}/chat/completions`,
  headers: ({ apiKey }) => (apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
  body: ({ model, messages, temperature, maxTokens, topP, isStreamed }) => ({
    model,
    messages,
    ...given({ temperature, max_tokens: maxTokens, top_p: topP }),
    ...(isStreamed ? { stream: true, stream_options: { include_usage: true } } : {}),
  }),
  read: (raw) => {
    const { choices, usage, error } = answer.parse(raw);
    if (error) throw new Error(error.message);
    const [first] = choices;
    return {
      text: first?.delta?.content ?? first?.message?.content ?? undefined,
      isEnd: Boolean(first?.finish_reason),
      tokensIn: usage?.prompt_tokens,
      tokensOut: usage?.completion_tokens,
    };
  },
};
