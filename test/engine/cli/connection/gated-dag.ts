import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../support/home.ts';

/** A DAG of steps that each wait until they are let go. */
export function gatedDag(...steps: readonly string[]) {
  const folder = temporaryFolder('gates');
  const wait = (step: string): string =>
    `  - name: ${step}\n    command: echo begun; until [ -e ${join(folder, step)} ]; do sleep 0.05; done; echo over\n`;
  return {
    text: `steps:\n${steps.map(wait).join('')}`,
    /** Lets these steps end, or all. */
    letGo: (...names: readonly string[]) => {
      for (const name of names.length === 0 ? steps : names) writeFileSync(join(folder, name), '');
    },
  };
}
