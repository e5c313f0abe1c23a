import { noSettings } from '../settings.ts';
import type { TypedDefinition } from '../step-type.ts';

export const definition: TypedDefinition<null> = {
  name: 'chat',
  aliases: [],
  about: 'Asks a language model, which may run DAGs as its tools, and prints its answer.',
  takes: ['llm', 'messages'],
  needs: [['messages']],
  handles: true,
  readsSystem: false,
  settings: noSettings,
  check: () => undefined,
  model: 'needed',
  calls: ({ llm }, dag) => (llm ?? dag.llm)?.tools ?? [],
  autoName: 'chat',
  example: `llm:
  provider: local
  model: llama3.2
  base_url: http://localhost:11434/v1
  system: Answer in one word.
  temperature: 0.2
  top_p: 0.9
  max_tokens: 200
secrets:
  - { name: KEY, provider: env, key: ANTHROPIC_API_KEY }
params:
  - CITY: Paris
steps:
  - name: ask
    type: chat
    messages:
      - { role: user, content: "Which country is \${CITY} in?" }
    output: COUNTRY
  - name: check
    type: chat
    llm: { provider: anthropic, model: claude-sonnet-4-5, api_key_name: KEY, stream: false }
    messages:
      - { role: user, content: "Is \${CITY} in \${COUNTRY}? Answer yes or no." }
  - name: pack
    type: chat
    llm: { provider: local, model: llama3.2, tools: [forecast], max_tool_iterations: 3 }
    messages:
      - { role: user, content: "What do I wear in \${CITY} today?" }
---
name: forecast
description: Tells the weather of a city in one line.
params:
  - CITY: Paris # Name of the city, in English
steps:
  - command: curl -s "https://wttr.in/$CITY?format=3"
    output: FORECAST
`,
};
