import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rootFields } from '../../../engine/dag/fields/root-fields.ts';
import { unavailableStepTypes } from '../../../engine/dag/find-step-type.ts';
import { stepFields } from '../../../engine/dag/fields/step-fields.ts';
import { engineOfFile } from '../../support/engine.ts';
import { withField, withoutField, type FieldCases } from './field-case.ts';
import { rootKeys, stepKeys } from './language-keys.ts';
import { rootCases } from './root-cases.ts';
import { specifiedRootFields, specifiedStepFields } from './specified-fields.ts';
import { stepCases } from './step-cases.ts';

const project = join(import.meta.dirname, '..', '..', '..');
/** One for all: a case is a run or two. */
const engine = engineOfFile();

const tops = (paths: readonly string[]): readonly string[] => [
  ...new Set(paths.map((path) => path.split('.')[0] ?? '')),
];

describe.each([
  { of: 'a DAG', cases: rootCases(), keys: rootKeys },
  { of: 'a step', cases: stepCases(), keys: stepKeys },
])('the fields of $of', ({ cases, keys }) => {
  it('have a case each: the table and the loader know the same', () => {
    expect(Object.keys(cases).sort()).toEqual([...keys].sort());
  });

  it.each(atOnce(cases))('are not ignored: $path', async ({ field }) => {
    const seen = await field.observe(withField(field.spec), engine());
    const ignored = await field.observe(withoutField(field.spec), engine());

    expect(seen).toEqual(field.expected);
    expect(ignored).not.toEqual(field.expected);
  });

  it.each(elsewhere(cases))('have a test of their own: $path', ({ file, title }) => {
    expect(readFileSync(join(project, file), 'utf8')).toContain(title);
  });
});

describe.each([
  { of: 'a DAG', specified: specifiedRootFields, keys: rootKeys, set: rootFields, inside: '' },
  {
    of: 'a step',
    specified: specifiedStepFields,
    keys: stepKeys,
    set: stepFields,
    inside: 'steps:\n  - command: "true"\n    ',
  },
])('the specified fields of $of', ({ specified, keys, set, inside }) => {
  it('are all known: they work, or are refused as those of a later version', () => {
    const known = [...tops(keys), ...set.unavailable];

    expect(specified.filter((key) => !known.includes(key))).toEqual([]);
  });

  it.each(set.unavailable)('are refused by name where they come later: %s', async (key) => {
    const { valid, errors } = await engine().client.call('dags.validate', {
      spec: `${inside}${key}: x\n`,
    });

    expect(valid).toBe(false);
    expect(errors.join('\n')).toContain(`\`${key}\` is not available in this version`);
  });
});

it.each(unavailableStepTypes)(
  'a step type of a later version is refused by name: %s',
  async (type) => {
    const { errors } = await engine().client.call('dags.validate', {
      spec: `steps: [{type: ${type}, command: x}]\n`,
    });

    expect(errors.join('\n')).toContain(`\`${type}\` is not available in this version`);
  },
);

function atOnce(cases: FieldCases) {
  return Object.entries(cases).flatMap(([path, field]) =>
    'spec' in field ? [{ path, field }] : [],
  );
}

function elsewhere(cases: FieldCases) {
  return Object.entries(cases).flatMap(([path, field]) =>
    'spec' in field ? [] : [{ path, ...field }],
  );
}
