import { existsSync, readFileSync } from 'node:fs';
import { referenceFile, referenceText } from '../docs/reference.ts';
import type { Check } from './check.ts';

/** The reference that ships says what the loader does. */
export const manualCheck: Check = {
  title: 'Reference of the language',
  async run() {
    const shipped = existsSync(referenceFile) ? readFileSync(referenceFile, 'utf8') : '';
    return shipped === referenceText() ? '' : `${referenceFile} is stale: run node scripts/docs.ts`;
  },
};
