import { existsSync, readFileSync } from 'node:fs';
import { clientFile, clientText } from '../client/client-file.ts';
import { routesFile, routesText } from '../client/routes-file.ts';
import type { Check } from './check.ts';

/** The client that users copy, and our own, know the interface as it is. */
export const clientCheck: Check = {
  title: 'Client of the interface',
  async run() {
    const written = [
      [clientFile, await clientText()],
      [routesFile, await routesText()],
    ] as const;
    const stale = written.filter(([file, text]) => textOf(file) !== text).map(([file]) => file);
    return stale.length === 0 ? '' : `${stale.join(', ')} is stale: run node scripts/client.ts`;
  },
};

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
