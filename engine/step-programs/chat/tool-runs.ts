import type { DagAnswer } from '../dag-calls.ts';
import { writeAll } from '../print.ts';
import { callDag } from './call-dag.ts';
import type { Message, Tool, ToolCall } from './chat-request.ts';

/** More at once is no use of tools, but a model that has lost its way. */
const MAX_AT_ONCE = 50;

/** The runs of DAGs that a model asks for in one step. */
export class ToolRuns {
  readonly #tools: readonly Tool[];
  readonly #folder: string;
  #count = 0;

  constructor(tools: readonly Tool[], folder: string) {
    this.#tools = tools;
    this.#folder = folder;
  }

  /** Those that were asked for so far. */
  get count(): number {
    return this.#count;
  }

  /** Runs what one answer asks for, all at once, and says what came of it, in that order. @throws Error for too many. */
  async run(calls: readonly ToolCall[]): Promise<readonly Message[]> {
    if (calls.length > MAX_AT_ONCE) {
      throw new Error(
        `the model asks for ${calls.length} tools at once, more than the limit of ${MAX_AT_ONCE}`,
      );
    }
    const results = await Promise.all(calls.map((call) => this.#resultOf(call)));
    return calls.map((call, index) => ({
      role: 'tool',
      content: results[index] ?? '',
      answers: call,
    }));
  }

  async #resultOf({ name, arguments: params }: ToolCall): Promise<string> {
    const target = this.#tools.findIndex((tool) => tool.name === name);
    if (target === -1) return failure(`there is no tool named ${JSON.stringify(name)}`);
    if (!isObject(params)) return failure('the arguments are not a JSON object');
    note(`${name} ${params}`);
    const answer = await callDag(this.#folder, this.#count++, { target, params });
    note(`${name}: ${answer.error || answer.status}${answer.dagRunId && ` (${answer.dagRunId})`}`);
    return resultText(answer);
  }
}

function isObject(text: string): boolean {
  if (text === '') return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    // What is no JSON at all is no object either.
    return false;
  }
}

const failure = (error: string): string => JSON.stringify({ error });

/** What the model is told of a run: no more than it can use. */
function resultText({ status, error, outputs, printed }: DagAnswer): string {
  return JSON.stringify({
    status,
    ...(error === '' ? {} : { error }),
    ...(Object.keys(outputs).length === 0 ? {} : { outputs }),
    ...(printed === '' ? {} : { printed }),
  });
}

/** Beside what the step prints, which may be its output. */
function note(text: string): void {
  writeAll(2, Buffer.from(`tool ${text}\n`));
}
