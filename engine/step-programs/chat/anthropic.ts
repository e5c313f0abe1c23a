import { z } from 'zod';
import type { ChatRequest } from './chat-request.ts';
import { given, type Protocol } from './protocol.ts';

/** The service asks for a limit. */
const USUAL_MAX_TOKENS = 4096;

const usage = z.object({
  input_tokens: z.number().optional(),
  output_tokens: z.number().optional(),
});
const answer = z.object({
  type: z.string(),
  content: z.array(z.object({ text: z.string().optional() })).default([]),
  delta: z.object({ text: z.string().optional() }).optional(),
  message: z.object({ usage: usage.optional() }).optional(),
  usage: usage.optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** Anthropic ("Messages"). What the system says stands apart from the messages. */
export const anthropic: Protocol = {
  url: ({ baseUrl }) => `${baseUrl.replace(/\/v1$/, '')}/v1/messages`,
  headers: ({ apiKey }) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
  body: ({ model, messages, temperature, maxTokens, topP, isStreamed }) => ({
    model,
    max_tokens: maxTokens ?? USUAL_MAX_TOKENS,
    messages: messages.filter(({ role }) => role !== 'system'),
    ...systemOf(messages),
    ...given({ temperature, top_p: topP }),
    ...(isStreamed ? { stream: true } : {}),
  }),
  read: (raw) => {
    const { type, content, delta, message, usage: used, error } = answer.parse(raw);
    if (error) throw new Error(error.message);
    const whole = type === 'message';
    return {
      text: whole ? content.map(({ text = '' }) => text).join('') : delta?.text,
      isEnd: whole || type === 'message_stop',
      tokensIn: used?.input_tokens ?? message?.usage?.input_tokens,
      tokensOut: used?.output_tokens,
    };
  },
};

function systemOf(messages: ChatRequest['messages']): { readonly system?: string } {
  const said = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return said.length === 0 ? {} : { system: said.join('\n\n') };
}
