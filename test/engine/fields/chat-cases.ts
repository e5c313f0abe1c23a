import { casesElsewhere, titled, type FieldCases } from './field-case.ts';

/** They need a language model. */
const file = 'test/engine/step-types/chat.test.ts';
const says = 'says what it is told to, with references filled in, and keeps the answer';

const model = {
  ...titled(['provider', 'model', 'base_url', 'api_key_name'], 'is streamed from %s, with its'),
  ...titled(['system', 'temperature', 'max_tokens', 'top_p'], says),
  ...titled(['stream'], 'of %s is the same as a whole'),
};
const tools = {
  tools: 'of %s (streamed: %s) runs a DAG and tells what came of it',
  max_tool_iterations: 'fails when the model asks again after max_tool_iterations',
};

const llm: FieldCases = {
  ...casesElsewhere(file, 'llm', model),
  ...casesElsewhere('test/engine/step-types/chat-tools.test.ts', 'llm', tools),
};

export const chatOfDag = llm;
export const chatOfStep = {
  ...llm,
  ...casesElsewhere(file, 'messages', titled(['role', 'content'], says)),
};
