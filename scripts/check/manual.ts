import { existsSync, readFileSync } from 'node:fs';
import { configurationFile, configurationText } from '../docs/configuration.ts';
import { referenceFile, referenceText } from '../docs/reference.ts';
import type { Check } from './check.ts';

/** The references that ship say what the loaders do. */
export const manualCheck: Check = {
  title: 'References of the language and the settings',
  async run() {
    return [
      staleness(referenceFile, referenceText()),
      staleness(configurationFile, configurationText()),
    ]
      .filter(Boolean)
      .join('\n');
  },
};

function staleness(file: string, text: string): string {
  const shipped = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return shipped === text ? '' : `${file} is stale: run node scripts/docs.ts`;
}
