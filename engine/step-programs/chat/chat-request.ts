/** A question to a language model, with all values filled in. */
export interface ChatRequest {
  readonly protocol: 'openai' | 'anthropic' | 'gemini';
  /** Without what each protocol adds to it. */
  readonly baseUrl: string;
  readonly model: string;
  /** Empty: none is asked for. */
  readonly apiKey: string;
  readonly messages: readonly Message[];
  /** Null: the provider decides. */
  readonly temperature: number | null;
  readonly maxTokens: number | null;
  readonly topP: number | null;
  readonly isStreamed: boolean;
}

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}
