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

/** Of a longer text the rest is printed, and neither kept nor said again. */
const MAX_TEXT = 1024 * 1024;
/** In characters; no start of a run takes more. */
const MAX_ARGUMENTS = 1024 * 1024;

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
    if (this.#text.length < MAX_TEXT) this.#text += text.slice(0, MAX_TEXT);
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
    if (before.length + more.length > MAX_ARGUMENTS)
      throw new Error(`the arguments for ${begun.name ?? 'a tool'} are too large`);
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
