import { z } from 'zod';
import type { ChatRequest, Message } from './chat-request.ts';
import { argumentsOf, given, type Protocol, type ToolCallPart } from './protocol.ts';

/** The service asks for a limit. */
const USUAL_MAX_TOKENS = 4096;

const usage = z.object({
  input_tokens: z.number().optional(),
  output_tokens: z.number().optional(),
});
const block = z.object({
  type: z.string().optional(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
});
const answer = z.object({
  type: z.string(),
  index: z.number().optional(),
  content: z.array(block).default([]),
  content_block: block.optional(),
  delta: z.object({ text: z.string().optional(), partial_json: z.string().optional() }).optional(),
  message: z.object({ usage: usage.optional() }).optional(),
  usage: usage.optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** Anthropic ("Messages"). What the system says stands apart from the messages. */
export const anthropic: Protocol = {
  url: ({ baseUrl }) => `${baseUrl.replace(/\/v1$/, '')}/v1/messages`,
  headers: ({ apiKey }) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
  body: ({ model, messages, tools, temperature, maxTokens, topP, isStreamed }) => ({
    model,
    max_tokens: maxTokens ?? USUAL_MAX_TOKENS,
    messages: turnsOf(messages),
    ...systemOf(messages),
    ...toolsOf(tools),
    ...given({ temperature, top_p: topP }),
    ...(isStreamed ? { stream: true } : {}),
  }),
  read: (raw) => {
    const told = answer.parse(raw);
    const { type, content, delta, message, usage: used, error } = told;
    if (error) throw new Error(error.message);
    const whole = type === 'message';
    return {
      text: whole ? content.map(({ text = '' }) => text).join('') : delta?.text,
      calls: whole ? content.flatMap(wholeCall) : partOfCall(told),
      isEnd: whole || type === 'message_stop',
      tokensIn: used?.input_tokens ?? message?.usage?.input_tokens,
      tokensOut: used?.output_tokens,
    };
  },
};

function wholeCall({ type, id, name, input }: z.infer<typeof block>): readonly ToolCallPart[] {
  return type === 'tool_use' ? [{ id, name, arguments: JSON.stringify(input) }] : [];
}

function partOfCall({
  index,
  content_block: begun,
  delta,
}: z.infer<typeof answer>): readonly ToolCallPart[] {
  if (begun?.type === 'tool_use') return [{ index, id: begun.id, name: begun.name }];
  return delta?.partial_json === undefined ? [] : [{ index, arguments: delta.partial_json }];
}

/** The answers of tools are one message of the user. */
function turnsOf(messages: readonly Message[]): readonly object[] {
  const turns: { readonly role: string; content: string | object[] }[] = [];
  for (const { role, content, toolCalls, answers } of messages) {
    const last = turns.at(-1);
    if (answers) {
      const result = { type: 'tool_result', tool_use_id: answers.id, content };
      if (Array.isArray(last?.content) && last.role === 'user') last.content.push(result);
      else turns.push({ role: 'user', content: [result] });
    } else if (toolCalls) {
      const said = content === '' ? [] : [{ type: 'text', text: content }];
      const asked = toolCalls.map((call) => ({
        type: 'tool_use',
        id: call.id,
        name: call.name,
        input: argumentsOf(call),
      }));
      turns.push({ role, content: [...said, ...asked] });
    } else if (role !== 'system') turns.push({ role, content });
  }
  return turns;
}

function systemOf(messages: ChatRequest['messages']): { readonly system?: string } {
  const said = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return said.length === 0 ? {} : { system: said.join('\n\n') };
}

function toolsOf(tools: ChatRequest['tools']): { readonly tools?: readonly object[] } {
  if (tools.length === 0) return {};
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: parameters,
    })),
  };
}
