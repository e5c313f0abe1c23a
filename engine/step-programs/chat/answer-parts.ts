import { print } from '../print.ts';
import type { ToolCall } from './chat-request.ts';
import type { AnswerPart, ToolCallPart } from './protocol.ts';

/** What a model answered, which is printed by now. */
export interface Answer {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** 0 where the service does not say. */
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** An answer as it comes, part by part. Its text is printed at once. */
export class AnswerParts {
  #text = '';
  readonly #calls: ToolCallPart[] = [];
  #tokensIn = 0;
  #tokensOut = 0;
  #isEnd = false;

  get areComplete(): boolean {
    return this.#isEnd;
  }

  add({ text = '', calls = [], tokensIn, tokensOut, isEnd }: AnswerPart): void {
    if (text !== '') print(text);
    this.#text += text;
    for (const call of calls) this.#addCall(call);
    this.#tokensIn = tokensIn ?? this.#tokensIn;
    this.#tokensOut = tokensOut ?? this.#tokensOut;
    this.#isEnd ||= isEnd === true;
  }

  answer(): Answer {
    if (this.#text !== '') print('\n');
    return {
      text: this.#text,
      toolCalls: this.#calls.map(({ id, name = '', arguments: written = '', signature }) => ({
        id: id ?? nextId(),
        name,
        arguments: written,
        signature,
      })),
      tokensIn: this.#tokensIn,
      tokensOut: this.#tokensOut,
    };
  }

  #addCall(part: ToolCallPart): void {
    const { index } = part;
    const at = index === undefined ? -1 : this.#calls.findIndex((call) => call.index === index);
    const begun = this.#calls[at];
    if (begun === undefined) {
      this.#calls.push(part);
      return;
    }
    const { arguments: before = '', ...known } = begun;
    const { arguments: more = '', ...told } = definedOf(part);
    this.#calls[at] = { ...known, ...told, arguments: before + more };
  }
}

let unnamed = 0;

/** Not every service names its calls. */
function nextId(): string {
  unnamed += 1;
  return `call_${unnamed}`;
}

/** What a later piece leaves out is not unsaid. */
function definedOf(part: ToolCallPart): ToolCallPart {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));
}
