import type { RetryPolicy } from '../definition.ts';
import { exitCodes } from './exit-codes-field.ts';
import type { FieldSet, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { pauseFields } from './pause-fields.ts';
import { integer } from './scalar-types.ts';

const retryFields: FieldSet<RetryPolicy> = {
  what: 'retry_policy',
  fields: {
    limit: {
      key: 'limit',
      about: 'How many times a failed step is tried again.',
      type: integer({ min: 0 }),
      fallback: 0,
    },
    ...pauseFields,
    exitCode: {
      key: 'exit_code',
      about: 'Exit codes that are worth another attempt; all of a failure when left out.',
      type: exitCodes,
      fallback: [],
    },
  },
  unavailable: [],
  replaced: {},
};

export const retryPolicy: ValueType<RetryPolicy> = mapValue({
  set: retryFields,
  required: ['limit', 'interval_sec'],
  build: ({ values }) => values,
});
