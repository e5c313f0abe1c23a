import type { ChatRequest, ToolCall } from './chat-request.ts';

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
  readonly calls?: readonly ToolCallPart[] | undefined;
  readonly tokensIn?: number | undefined;
  readonly tokensOut?: number | undefined;
  /** Whether nothing more comes. */
  readonly isEnd?: boolean | undefined;
}

/** Something of a call of a tool. The arguments of one come in pieces. */
export type ToolCallPart = { readonly [Key in keyof ToolCall]?: ToolCall[Key] | undefined } & {
  /** Tells the calls of one answer apart; left out of one that comes as a whole. */
  readonly index?: number | undefined;
};

/** The fields that are set; a service takes no null. */
export function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** The arguments of a call as a value. A model may write what is no JSON; the answer to it says so. */
export function argumentsOf({ arguments: written }: ToolCall): unknown {
  try {
    return JSON.parse(written || '{}');
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
