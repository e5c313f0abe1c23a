import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { dagJsonSchema } from '../../../engine/dag/schema.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';
import { stepTypes } from '../../../engine/steps/registry.ts';
import { samples } from '../../../renderer/features/dags/samples.ts';
import { schemaFile, schemaText } from '../../../scripts/schema/dag-schema.ts';
import { faultyForms } from './corpus/faulty-forms.ts';
import { faultyRules } from './corpus/faulty-rules.ts';
import { soundDefinition } from './corpus/sound-definition.ts';

const validate = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
}).compile(dagJsonSchema(stepTypes));

/** Whether the schema accepts every document of a file; null where an editor could not read it either. */
function accepts(text: string): boolean | null {
  const documents = [...parseAllDocuments(text, { merge: true, logLevel: 'error' })];
  if (documents.some(({ errors }) => errors.length > 0)) return null;
  const values = documents.map((document): unknown => document.toJS());
  return values.filter((value) => value !== null).every((value) => validate(value));
}

/** What is found only with several places or the inside of a text in view: the schema cannot say it. */
const loaderOnly = [
  /unknown encoding/,
  ...[
    /is empty$/,
    /must not be empty/,
    /is not a valid name for a (?:DAG|queue)/,
    /must be longer than 0/,
    /at line \d/,
    /requires a `name`$/,
  ],
  ...[
    /the tag/,
    /`env` entries are written/,
    /is not a valid (?:parameter|variable) name/,
    /NUL characters/,
    /not closed/,
  ],
  ...[/defined twice/, /given twice/, /`schedule`/, /must name a program/, /an integer, got `1e3`/],
  ...[/interpreter/, /differs from the key/, /`name` must/, /`id` must/, /name of a variable/],
  ...[/`depends` requires/, /depends on/, /in a cycle/, /invalid expression/, /starts like JSON/],
  ...[
    /requires `type: graph`/,
    /routes to/,
    /cannot be combined with `c/,
    /requires a `condition`/,
    /is already used by/,
  ],
  ...[
    /requires `repeat`/,
    /is not in `input`/,
    /names `A` twice/,
    /is already used/,
    /`depends` is not allowed/,
  ],
  ...[
    /a handler cannot/,
    /has no option `trim`/,
    /must name a file/,
    /must be the name of one DAG/,
  ],
  ...[/combined with `ssh`/, /a container requires/, /in the container$/, /`container` of the DAG/],
  ...[/a volume must be/, /a volume whose path/, /a port must be/],
  ...[/got a map where/, /YAML tag/, /not allowed in YAML/, /a key must be plain text/, /alias/],
];

describe('the JSON Schema of the language', () => {
  it('is the one that ships', () => {
    expect(readFileSync(schemaFile, 'utf8')).toBe(schemaText());
  });

  it('describes every key', () => {
    const { properties, $defs } = JSON.parse(schemaText());
    const step = $defs.step.anyOf[1].properties;

    for (const field of [...Object.values(properties), ...Object.values(step)]) {
      expect(field).toHaveProperty('description', expect.stringMatching(/\.$/));
    }
  });

  it.each([
    ...samples.map(({ name, spec }) => [name, spec]),
    ...stepTypes.map(({ name, example }) => [`the example of ${name}`, example]),
  ])('accepts %s', (_, spec) => {
    expect(accepts(spec)).toBe(true);
  });

  it('accepts whatever the loader accepts', () => {
    fc.assert(
      fc.property(soundDefinition, (text) => {
        expect(loadDag(text, { name: 'file' }).issues).toEqual([]);
        expect([accepts(text), validate.errors]).toEqual([true, null]);
      }),
      { numRuns: 500 },
    );
  });

  it.each([...faultyForms, ...faultyRules])('refuses what it can see of %j', (text, ...errors) => {
    const issues = loadDag(text, { name: 'file' }).issues.map(({ message }) => message);
    const visible = issues.filter((message) => !loaderOnly.some((rule) => rule.test(message)));
    const verdict = accepts(text);

    if (verdict !== null && visible.length > 0) expect([text, verdict]).toEqual([text, false]);
    expect(errors.length).toBe(issues.length);
  });
});
