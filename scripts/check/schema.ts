import { existsSync, readFileSync } from 'node:fs';
import { schemaFile, schemaText } from '../schema/dag-schema.ts';
import type { Check } from './check.ts';

/** The schema that ships says what the loader does. */
export const schemaCheck: Check = {
  title: 'JSON Schema of the language',
  async run() {
    const shipped = existsSync(schemaFile) ? readFileSync(schemaFile, 'utf8') : '';
    return shipped === schemaText() ? '' : `${schemaFile} is stale: run node scripts/schema.ts`;
  },
};
