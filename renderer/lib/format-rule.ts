import type { z } from 'zod';

/** What a rule of the contract has against a value, as a sentence; nothing when it is kept. */
export function formatRule(
  rule: z.ZodType<unknown>,
  value: unknown,
  subject: string,
): string | undefined {
  const message = rule.safeParse(value).error?.issues[0]?.message;
  if (message === undefined) return undefined;
  // Rules are written to follow a name: "has at most 72 bytes"; some say the whole sentence.
  const words = /^[a-z]/.test(message) ? `${subject} ${message}` : message;
  return words.endsWith('.') ? words : `${words}.`;
}
