/** `node scripts/schema.ts`: writes the JSON Schema of the language, which ships with the program. */
import { writeFileSync } from 'node:fs';
import { schemaFile, schemaText } from './schema/dag-schema.ts';

writeFileSync(schemaFile, schemaText());
console.log(`Wrote ${schemaFile}`);
