import type { WrittenRetryPolicy } from '../definition.ts';
import { exitCodes } from './exit-codes-field.ts';
import type { FieldSet, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { numberOrReference } from './number-or-reference.ts';
import { pauseFields } from './pause-fields.ts';

const count = numberOrReference({ min: 0 });

const retryFields: FieldSet<WrittenRetryPolicy> = {
  what: 'retry_policy',
  fields: {
    limit: {
      key: 'limit',
      about: 'How many times a failed step is tried again: a number, or a reference to one.',
      type: count,
      fallback: 0,
    },
    ...pauseFields,
    intervalSec: {
      ...pauseFields.intervalSec,
      about: 'Seconds to wait before it runs again: a number, or a reference to one.',
      type: count,
    },
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

export const retryPolicy: ValueType<WrittenRetryPolicy> = mapValue({
  set: retryFields,
  required: ['limit', 'interval_sec'],
  build: ({ values }) => values,
});
