import { isMap, isSeq } from 'yaml';
import type { Inputs } from './inputs.ts';
import { textOf } from './steps-of.ts';
import type { TurnedAction } from './turned-action.ts';
import { listNode, mapNode } from './written.ts';

/** A step that waits for a person. */
export function askPerson(inputs: Inputs): TurnedAction {
  const prompt = inputs.take('prompt');
  const form = inputs.take('form');
  const properties = isMap(form) ? form.get('properties', true) : undefined;
  const required = isMap(form) ? form.get('required', true) : undefined;
  const fields = isMap(properties) ? properties.items.map(({ key }) => textOf(key) ?? '') : [];
  const needed = isSeq(required) ? required.items.map((item) => textOf(item) ?? '') : [];
  const config = mapNode({
    prompt,
    input: fields.length > 0 ? fields : undefined,
    required: needed.length > 0 ? needed : undefined,
  });
  const keys = { type: 'hitl', config };
  return fields.length > 0 ? { keys, remarks: [FORM] } : { keys };
}

const FORM =
  'Each field of the form is a variable of later steps here, such as `$NAME`. Its type, default and choices are not checked.';

/** A step that asks a model. */
export function askModel(inputs: Inputs): TurnedAction {
  const prompt = inputs.take('prompt');
  const given = inputs.take('messages');
  const asked = prompt && listNode([mapNode({ role: 'user', content: prompt })]);
  return { keys: { type: 'chat', messages: given ?? asked, llm: inputs.rest() } };
}
