import { z } from 'zod';
import { given, type Protocol } from './protocol.ts';

const answer = z.object({
  candidates: z
    .array(
      z.object({
        content: z
          .object({ parts: z.array(z.object({ text: z.string().optional() })).default([]) })
          .optional(),
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
  body: ({ messages, temperature, maxTokens, topP }) => {
    const system = messages.filter(({ role }) => role === 'system');
    const turns = messages.filter(({ role }) => role !== 'system');
    return {
      contents: turns.map(({ role, content }) => ({
        role: role === 'assistant' ? 'model' : 'user',
        parts: [{ text: content }],
      })),
      ...(system.length === 0
        ? {}
        : { systemInstruction: { parts: system.map(({ content }) => ({ text: content })) } }),
      generationConfig: given({ temperature, maxOutputTokens: maxTokens, topP }),
    };
  },
  read: (raw) => {
    const { candidates, usageMetadata, error } = answer.parse(raw);
    if (error) throw new Error(error.message);
    const [first] = candidates;
    return {
      text: first?.content?.parts.map(({ text = '' }) => text).join(''),
      isEnd: Boolean(first?.finishReason),
      tokensIn: usageMetadata?.promptTokenCount,
      tokensOut: usageMetadata?.candidatesTokenCount,
    };
  },
};
