import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { docOfKey, keysAt, type Schema } from '../../../renderer/lib/schema-docs.ts';

const file = new URL('../../../resources/schemas/dag.schema.json', import.meta.url);
const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;
const text = `description: text
steps:
  - name: a
    type: http
    config:
      timeout_sec: 3
    retry_policy:
      limit: 2
  -
    name: b
    script: |
      limit: 3
  - type: hitl
    config:
      prompt: Go?
by_name:
  name: x
handler_on:
  exit:
    command: a
`;
const lines = text.split('\n');
const doc = (words: string) =>
  docOfKey(
    schema,
    lines,
    lines.findIndex((line) => line.includes(words)),
  )?.description;

describe('what the schema says of a key', () => {
  it.each([
    ['description:', /^Description of the DAG/],
    ['name: a', /^Name of the step/],
    ['name: b', /^Name of the step/],
    ['limit: 2', /^Maximum number of retries/],
    ['command: a', /command/i],
  ])('%s is found at its place', (words, description) => {
    expect(doc(words)).toMatch(description);
  });

  it('is that of the type of the step, for its settings', () => {
    expect(doc('timeout_sec: 3')).toBeDefined();
    expect(doc('prompt: Go?')).toBeDefined();
    const settings = (words: string) =>
      keysAt(
        schema,
        lines,
        lines.findIndex((line) => line.includes(words)),
      ).map(({ key }) => key);
    expect(settings('timeout_sec: 3')).not.toContain('prompt');
    expect(settings('prompt: Go?')).not.toContain('timeout_sec');
  });

  it('is nothing for keys that it does not know and for the text of a script', () => {
    expect(doc('limit: 3')).toBeUndefined();
    expect(doc('name: x')).toBeUndefined();
    expect(docOfKey(schema, ['- [a, b]'], 0)).toBeUndefined();
    expect(docOfKey(schema, [], 3)).toBeUndefined();
  });
});
