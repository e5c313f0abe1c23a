import { existsSync, readFileSync } from 'node:fs';
import { clientFile, clientText } from '../client/client-file.ts';
import type { Check } from './check.ts';

/** The client that users copy knows the interface as it is. */
export const clientCheck: Check = {
  title: 'Client of the interface',
  async run() {
    const shipped = existsSync(clientFile) ? readFileSync(clientFile, 'utf8') : '';
    const isCurrent = shipped === (await clientText());
    return isCurrent ? '' : `${clientFile} is stale: run node scripts/client.ts`;
  },
};
