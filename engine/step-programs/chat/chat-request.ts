/** A question to a language model, with all values filled in. */
export interface ChatRequest {
  readonly protocol: 'openai' | 'anthropic' | 'gemini';
  /** Without what each protocol adds to it. */
  readonly baseUrl: string;
  readonly model: string;
  /** Empty: none is asked for. */
  readonly apiKey: string;
  /** What the steps before this one said and were answered. */
  readonly earlier: readonly Message[];
  readonly messages: readonly Message[];
  /** Null: the provider decides. */
  readonly temperature: number | null;
  readonly maxTokens: number | null;
  readonly topP: number | null;
  readonly isStreamed: boolean;
  /** In the order of the DAGs that the work of the step names. */
  readonly tools: readonly Tool[];
  /** How often it may ask for them. */
  readonly maxToolIterations: number;
}

/** One thing that was said. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** What an assistant asks for in the same breath. */
  readonly toolCalls?: readonly ToolCall[] | undefined;
  /** Of a tool: what it answers. */
  readonly answers?: ToolCall | undefined;
}

/** A DAG, as a model is told of it. */
export interface Tool {
  /** Letters, digits, `_` and `-`, at most 64: no service takes more. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object: its parameters. */
  readonly parameters: object;
}

/** A run of a tool that a model asks for. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, as the model wrote it; empty where there are none. */
  readonly arguments: string;
  /** What Gemini wants to hear again with it. */
  readonly signature?: string | undefined;
}
