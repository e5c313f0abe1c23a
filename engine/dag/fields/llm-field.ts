import { chatRoles, localAliases, providers, type ChatMessage, type Llm } from '../llm.ts';
import { describeNode, quoted } from '../source/source-node.ts';
import type { FieldSet, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { boolean, integer, oneOf, optionalText, refined, text, texts } from './scalar-types.ts';

type Written = Omit<Llm, 'provider'> & {
  readonly provider: (typeof providers)[number] | (typeof localAliases)[number];
};

/** A number within both limits, which count as allowed. */
function decimal(min: number, max: number): ValueType<number> {
  const type = refined(text, (value, node, { label, report }) => {
    const number = Number(value);
    if (value.trim() !== '' && number >= min && number <= max) return number;
    report.error(node, `${label} must be a number from ${min} to ${max}, got ${quoted(value)}`);
    return undefined;
  });
  return { ...type, schema: { type: 'number', minimum: min, maximum: max } };
}

const MAX_TOOLS = 100;

/** Names of DAGs, each once. */
const toolNames: ValueType<readonly string[]> = {
  ...refined(texts, (written, node, { label, report }) => {
    const names = written.map(({ text: name }) => name.trim());
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    const problem =
      (node.kind !== 'list' && 'must be a list of names of DAGs') ||
      (names.includes('') && 'has an empty name') ||
      (twice !== undefined && `names ${quoted(twice)} twice`) ||
      (names.length > MAX_TOOLS &&
        `has ${names.length} names, more than the limit of ${MAX_TOOLS}`);
    if (!problem) return names;
    report.error(node, `${label} ${problem}`);
    return undefined;
  }),
  schema: { type: 'array', items: text.schema, maxItems: MAX_TOOLS, uniqueItems: true },
};

const llmFields: FieldSet<Written> = {
  what: 'llm',
  fields: {
    provider: {
      key: 'provider',
      about: 'Who offers the model. `ollama`, `vllm` and `llama` are `local`.',
      type: oneOf([...providers, ...localAliases]),
      fallback: 'local',
    },
    model: { key: 'model', about: 'Name of the model.', type: text, fallback: '' },
    system: {
      key: 'system',
      about: 'Instructions for the model before all messages.',
      type: optionalText,
      fallback: null,
    },
    temperature: {
      key: 'temperature',
      about: 'Sampling temperature, 0 to 2.',
      type: decimal(0, 2),
      fallback: null,
    },
    maxTokens: {
      key: 'max_tokens',
      about: 'Maximum tokens of the answer.',
      type: integer({ min: 1 }),
      fallback: null,
    },
    topP: {
      key: 'top_p',
      about: 'Consider only the likeliest words that add up to this probability, from 0 to 1.',
      type: decimal(0, 1),
      fallback: null,
    },
    baseUrl: {
      key: 'base_url',
      about: 'URL of the service, where it is not that of the provider.',
      type: optionalText,
      fallback: null,
    },
    apiKeyName: {
      key: 'api_key_name',
      about: 'Variable that holds the key (default: such as `OPENAI_API_KEY`).',
      type: optionalText,
      fallback: null,
    },
    stream: {
      key: 'stream',
      about: 'Print the answer as it comes.',
      type: boolean,
      fallback: true,
    },
    tools: {
      key: 'tools',
      about: 'DAGs that the model may run while it answers, by their names.',
      type: toolNames,
      fallback: [],
    },
    maxToolIterations: {
      key: 'max_tool_iterations',
      about: 'How often the model may ask for runs of `tools`. A further time fails the step.',
      type: integer({ min: 1 }),
      fallback: 10,
    },
  },
  unavailable: [],
  replaced: {},
};

/** A language model, of a DAG or of one step. */
export const llm: ValueType<Llm> = mapValue({
  set: llmFields,
  required: ['provider', 'model'],
  build: ({ values }) => {
    const provider = providers.find((one) => one === values.provider) ?? 'local';
    return { ...values, provider };
  },
});

const messageFields: FieldSet<ChatMessage> = {
  what: 'message',
  fields: {
    role: { key: 'role', about: 'Who says it.', type: oneOf(chatRoles), fallback: 'user' },
    content: { key: 'content', about: 'What is said.', type: text, fallback: '' },
  },
  unavailable: [],
  replaced: {},
};

const message: ValueType<ChatMessage> = mapValue({
  set: messageFields,
  required: ['role', 'content'],
  build: ({ values }) => values,
});

/** What a model is told, in order. */
export const messages: ValueType<readonly ChatMessage[]> = {
  read: (node, context) => {
    const { label, report } = context;
    if (node.kind !== 'list') {
      report.error(node, `${label} must be a list of messages, got ${describeNode(node)}`);
      return undefined;
    }
    const read = node.items.flatMap(
      (item) => message.read(item, { ...context, label: 'a message' }) ?? [],
    );
    return read.length === node.items.length ? read : undefined;
  },
  schema: { type: 'array', items: message.schema },
};
