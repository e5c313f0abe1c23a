/** `node scripts/docs.ts`: writes the references of the language and of the settings, which ship with the program. */
import { writeFileSync } from 'node:fs';
import { configurationFile, configurationText } from './docs/configuration.ts';
import { referenceFile, referenceText } from './docs/reference.ts';

writeFileSync(referenceFile, referenceText());
writeFileSync(configurationFile, configurationText());
console.log(`Wrote ${referenceFile} and ${configurationFile}`);
