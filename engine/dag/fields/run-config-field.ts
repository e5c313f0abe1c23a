import type { RunConfig } from '../definition.ts';
import type { FieldSet, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { boolean } from './scalar-types.ts';

const runConfigFields: FieldSet<RunConfig> = {
  what: 'run_config',
  fields: {
    disableParamEdit: {
      key: 'disable_param_edit',
      about: 'In the window, users cannot change the parameters.',
      type: boolean,
      fallback: false,
    },
    disableRunIdEdit: {
      key: 'disable_run_id_edit',
      about: 'In the window, users cannot choose the run id.',
      type: boolean,
      fallback: false,
    },
  },
  unavailable: [],
  replaced: {},
};

export const runConfig: ValueType<RunConfig> = mapValue({
  set: runConfigFields,
  build: ({ values }) => values,
});
