import type { ContinueOn } from '../definition.ts';
import type { FieldSet, ValueType } from './field.ts';
import { exitCodes } from './exit-codes-field.ts';
import { mapValue } from './map-field.ts';
import { checkPattern } from './pattern-field.ts';
import { boolean, oneOf, refined, texts } from './scalar-types.ts';

export const NO_CONTINUE: ContinueOn = {
  failure: false,
  skipped: false,
  exitCode: [],
  output: [],
  markSuccess: false,
};

const outputs: ValueType<readonly string[]> = refined(texts, (written, _node, context) =>
  written.filter((one) => checkPattern(one.text, one, context)).map((one) => one.text),
);

const continueFields: FieldSet<ContinueOn> = {
  what: 'continue_on',
  fields: {
    failure: {
      key: 'failure',
      about: 'Run the next steps even if this step failed.',
      type: boolean,
      fallback: false,
    },
    skipped: {
      key: 'skipped',
      about: 'Run the next steps even if this step was skipped.',
      type: boolean,
      fallback: false,
    },
    exitCode: {
      key: 'exit_code',
      about: 'Exit codes after which the next steps still run.',
      type: exitCodes,
      fallback: [],
    },
    output: {
      key: 'output',
      about:
        'Texts, or regular expressions after `re:`. If one matches the standard output, the next steps still run.',
      type: outputs,
      fallback: [],
    },
    markSuccess: {
      key: 'mark_success',
      about: 'Count a failure that one of the other keys allows as a success.',
      type: boolean,
      fallback: false,
    },
  },
  unavailable: [],
  replaced: { failed: '`failure`' },
};

const continueMap = mapValue({ set: continueFields, build: ({ values }) => values });
const words = oneOf(['failed', 'failure', 'skipped']);

/** A map, or the word of the one thing that is allowed. */
export const continueOn: ValueType<ContinueOn> = {
  read: (node, context) => {
    if (node.kind !== 'scalar') return continueMap.read(node, context);
    const word = words.read(node, context);
    if (word === undefined) return undefined;
    return { ...NO_CONTINUE, ...(word === 'skipped' ? { skipped: true } : { failure: true }) };
  },
  schema: { anyOf: [words.schema, continueMap.schema] },
};
