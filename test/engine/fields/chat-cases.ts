import { casesElsewhere, titled } from './field-case.ts';

/** They need a language model. */
const file = 'test/engine/step-types/chat.test.ts';
const says = 'says what it is told to, with references filled in, and keeps the answer';

const model = {
  ...titled(['provider', 'model', 'base_url', 'api_key_name'], 'is streamed from %s, with its'),
  ...titled(['system', 'temperature', 'max_tokens', 'top_p'], says),
  ...titled(['stream'], 'of %s is the same as a whole'),
};

export const chatOfDag = casesElsewhere(file, 'llm', model);
export const chatOfStep = {
  ...casesElsewhere(file, 'llm', model),
  ...casesElsewhere(file, 'messages', titled(['role', 'content'], says)),
};
