import { handlerNames, type HandlerName } from '../definition.ts';
import { describeNode, isNull } from '../source/source-node.ts';
import type { ValueType } from './field.ts';
import { readStep, stepReference, type StepDraft } from './steps-field.ts';
import { reportUnknownKey } from './unknown-key.ts';

const abouts: Readonly<Record<HandlerName, string>> = {
  init: 'Runs before the first step; if it fails, no step runs.',
  success: 'Runs when the run succeeded or partially succeeded.',
  failure: 'Runs when the run failed or was rejected.',
  abort: 'Runs when the run was stopped, or a precondition of the DAG was not met.',
  wait: 'Runs when the run starts to wait for approval.',
  exit: 'Always runs last.',
};

export type HandlerDrafts = Readonly<Partial<Record<HandlerName, StepDraft>>>;

/** A map from events to steps; a plain command will do for a step. */
export const handlers: ValueType<HandlerDrafts> = {
  read: (node, { label, report }) => {
    if (node.kind !== 'map') {
      report.error(node, `${label} must be a map of events to steps, got ${describeNode(node)}`);
      return undefined;
    }
    const drafts: Partial<Record<HandlerName, StepDraft>> = {};
    for (const { key, value } of node.entries) {
      const name = handlerNames.find((known) => known === key.text);
      if (!name) reportUnknownKey(key, { known: handlerNames, replaced }, report);
      else if (!isNull(value)) {
        const [draft] = readStep(value, { label: `the handler \`${name}\``, report });
        if (draft) drafts[name] = draft;
      }
    }
    return drafts;
  },
  schema: {
    type: 'object',
    properties: Object.fromEntries(
      handlerNames.map((name) => [
        name,
        { description: abouts[name], anyOf: [stepReference, { type: 'null' }] },
      ]),
    ),
    additionalProperties: false,
  },
};

const replaced = { cancel: '`abort`' };
