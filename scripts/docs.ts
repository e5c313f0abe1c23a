/** `node scripts/docs.ts`: writes the reference of the language, which ships with the program. */
import { writeFileSync } from 'node:fs';
import { referenceFile, referenceText } from './docs/reference.ts';

writeFileSync(referenceFile, referenceText());
console.log(`Wrote ${referenceFile}`);
