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
      about: 'Maximum number of retries of a failed step: a number, or a reference to one.',
      type: count,
      fallback: 0,
    },
    ...pauseFields,
    intervalSec: {
      ...pauseFields.intervalSec,
      about: 'Seconds to wait before a retry: a number, or a reference to one.',
      type: count,
    },
    exitCode: {
      key: 'exit_code',
      about: 'Exit codes to retry (default: all except 0).',
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
