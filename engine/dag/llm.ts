/** Language models, by who offers them. */
export const providers = ['openai', 'anthropic', 'gemini', 'openrouter', 'local'] as const;
export type Provider = (typeof providers)[number];

/** Other words for `local`: programs on this computer, or nearby, that speak like OpenAI. */
export const localAliases = ['ollama', 'vllm', 'llama'] as const;

/** A language model and how it is asked, unexpanded; null: the provider decides. */
export interface Llm {
  readonly provider: Provider;
  readonly model: string;
  readonly system: string | null;
  readonly temperature: number | null;
  readonly maxTokens: number | null;
  readonly topP: number | null;
  readonly baseUrl: string | null;
  /** Variable that holds the key; null: that of the provider. */
  readonly apiKeyName: string | null;
  readonly stream: boolean;
  /** DAGs that the model may run while it answers. */
  readonly tools: readonly string[];
  /** How often it may ask for runs of them before it has to answer. */
  readonly maxToolIterations: number;
}

export const chatRoles = ['system', 'user', 'assistant'] as const;

/** A message to a model, unexpanded. */
export interface ChatMessage {
  readonly role: (typeof chatRoles)[number];
  readonly content: string;
}
