import type { ChatRequest } from './chat-request.ts';

/** How a service is asked, and what its answers say. */
export interface Protocol {
  readonly url: (request: ChatRequest) => string;
  readonly headers: (request: ChatRequest) => Readonly<Record<string, string>>;
  readonly body: (request: ChatRequest) => object;
  /** Reads a whole answer, or one event of a streamed one. @throws Error for an answer that is a complaint. */
  readonly read: (answer: unknown) => AnswerPart;
}

/** What is told so far; what a part does not say is left out. */
export interface AnswerPart {
  readonly text?: string | undefined;
  readonly tokensIn?: number | undefined;
  readonly tokensOut?: number | undefined;
  /** Whether nothing more comes. */
  readonly isEnd?: boolean | undefined;
}

/** The fields that are set; a service takes no null. */
export function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
