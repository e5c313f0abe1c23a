import { z } from 'zod';
import { shape, type ValueOf } from './shape.ts';

/** Something that was said in a conversation with a language model. Secrets are masked. */
export const chatMessage = shape(() =>
  z.object({
    role: z.enum(['system', 'user', 'assistant', 'tool']),
    content: z.string().describe('A tool answers with JSON: status, outputs, error.'),
    toolCalls: z
      .array(
        z.object({
          id: z.string(),
          name: z.string().describe('Name by which the model knows the DAG.'),
          arguments: z.string().describe('JSON, as the model wrote it.'),
        }),
      )
      .optional()
      .describe('Runs of DAGs that an assistant asked for.'),
    toolCallId: z.string().optional().describe('Of a tool: the call that it answers.'),
  }),
);
export type ChatMessage = ValueOf<typeof chatMessage>;

export const stepMessages = shape(() =>
  z.object({
    messages: z
      .array(chatMessage())
      .describe(
        'What the newest attempt of a `chat` step said and was answered; empty for other steps, and until an attempt has ended.',
      ),
  }),
);
