import { join } from 'node:path';
import { dagJsonSchema } from '../../engine/dag/schema.ts';
import { stepTypes } from '../../engine/steps/registry.ts';

export const schemaFile = join(import.meta.dirname, '../../resources/schemas/dag.schema.json');

/** What the file holds when it is up to date. */
export function schemaText(): string {
  return `${JSON.stringify(dagJsonSchema(stepTypes), null, 2)}\n`;
}
