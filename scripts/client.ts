/** `node scripts/client.ts`: writes the client of the REST interface, a single file for users to copy. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { clientFile, clientText } from './client/client-file.ts';

mkdirSync(dirname(clientFile), { recursive: true });
writeFileSync(clientFile, await clientText());
console.log(`Wrote ${clientFile}`);
