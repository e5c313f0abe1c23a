import type { ChatMessage } from '../../contract/messages.ts';
import type { Llm, Provider } from '../../dag/llm.ts';
import type { ChatRequest, Message } from '../../step-programs/chat/chat-request.ts';
import type { ProgramWork, WorkContext } from '../work.ts';
import { toolsOf } from './tools.ts';

/** How a provider is reached, where nothing else is said. */
interface Service {
  readonly protocol: ChatRequest['protocol'];
  readonly baseUrl: string;
  /** Null: it asks for none. */
  readonly keyName: string | null;
}

const services: Readonly<Record<Provider, Service>> = {
  openai: { protocol: 'openai', baseUrl: 'https://api.openai.com/v1', keyName: 'OPENAI_API_KEY' },
  anthropic: {
    protocol: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    keyName: 'ANTHROPIC_API_KEY',
  },
  gemini: {
    protocol: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com',
    keyName: 'GEMINI_API_KEY',
  },
  openrouter: {
    protocol: 'openai',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyName: 'OPENROUTER_API_KEY',
  },
  local: { protocol: 'openai', baseUrl: 'http://localhost:11434/v1', keyName: null },
};

/** The question of a step, with all values filled in. The model of a step replaces that of the DAG entirely. */
export async function work(context: WorkContext): Promise<ProgramWork> {
  const { dag, step, expand, earlierMessages, findDag } = context;
  const llm = step.llm ?? dag.llm;
  if (llm === null) throw new Error('a chat needs a model: set `llm` of the step or of the DAG');
  const { protocol, baseUrl } = services[llm.provider];
  const said = await Promise.all(
    step.messages.map(async ({ role, content }) => ({ role, content: await expand(content) })),
  );
  const system: readonly Message[] =
    llm.system === null ? [] : [{ role: 'system', content: await expand(llm.system) }];
  const calls = await Promise.all(llm.tools.map((name) => expand(name)));
  const input: ChatRequest = {
    protocol,
    baseUrl: (llm.baseUrl === null ? baseUrl : await expand(llm.baseUrl)).replace(/\/+$/, ''),
    model: await expand(llm.model),
    apiKey: await keyOf(llm, expand),
    earlier: earlierMessages().flatMap(spoken),
    messages: [...system, ...said],
    temperature: llm.temperature,
    maxTokens: llm.maxTokens,
    topP: llm.topP,
    isStreamed: llm.stream,
    tools: await toolsOf(calls, findDag),
    maxToolIterations: llm.maxToolIterations,
  };
  return { kind: 'program', task: { program: 'chat', input }, calls };
}

/** What people and models said. The tools of one step, and what its system says, are nothing to another. */
function spoken({ role, content }: ChatMessage): readonly Message[] {
  if (role === 'system' || role === 'tool' || content === '') return [];
  return [{ role, content }];
}

async function keyOf(
  { provider, apiKeyName }: Llm,
  expand: WorkContext['expand'],
): Promise<string> {
  const name = apiKeyName ?? services[provider].keyName;
  if (name === null) return '';
  const key = await expand(`\${${name}}`);
  if (key === '' && provider !== 'local')
    throw new Error(
      `the variable ${name} holds no key for ${provider}: set it in \`secrets\` or \`env\``,
    );
  return key;
}
