/** `node scripts/client.ts`: writes the client of the REST interface, a single file for users to copy, and what ours knows of it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { clientFile, clientText } from './client/client-file.ts';
import { routesFile, routesText } from './client/routes-file.ts';

mkdirSync(dirname(clientFile), { recursive: true });
writeFileSync(clientFile, await clientText());
writeFileSync(routesFile, await routesText());
console.log(`Wrote ${clientFile} and ${routesFile}`);
