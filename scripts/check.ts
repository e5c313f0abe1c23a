/** `npm run check`: everything that can be said about the source without running it. */
import { changelogCheck } from './check/changelog.ts';
import { type Check, toolCheck } from './check/check.ts';
import { circlesCheck } from './check/circles.ts';
import { clientCheck } from './check/client.ts';
import { linksCheck } from './check/links.ts';
import { manualCheck } from './check/manual.ts';
import { privateWordsCheck } from './check/private-words.ts';
import { schemaCheck } from './check/schema.ts';
import { securityChecklistCheck } from './check/security-checklist.ts';
import { unfinishedWordsCheck } from './check/unfinished-words.ts';

const cores = 2;
const checks: readonly Check[] = [
  toolCheck('Types', 'typescript/bin/tsc', ['-p', '.', '--pretty']),
  toolCheck('Lint and layers', 'eslint/bin/eslint.js', ['.', '--color']),
  toolCheck('Types of the renderer', 'typescript/bin/tsc', ['-p', 'renderer', '--pretty']),
  toolCheck("Types of the renderer's tests", 'typescript/bin/tsc', [
    '-p',
    'test/renderer',
    '--pretty',
  ]),
  toolCheck('Format', 'prettier/bin/prettier.cjs', ['--check', '.', '--log-level', 'warn']),
  toolCheck('Unused code', 'knip/bin/knip.js', []),
  circlesCheck,
  changelogCheck,
  schemaCheck,
  clientCheck,
  manualCheck,
  linksCheck,
  securityChecklistCheck,
  unfinishedWordsCheck,
  privateWordsCheck,
];

const waiting = [...checks];
const failures = (await Promise.all(Array.from({ length: cores }, runWaiting))).flat();
if (failures.length > 0) console.log(`\nNot in order: ${failures.join(', ')}.`);
process.exit(failures.length > 0 ? 1 : 0);

/** Takes one check after another until none is left; answers with the titles of those that failed. */
async function runWaiting(): Promise<readonly string[]> {
  const failed: string[] = [];
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const begun = performance.now();
    const problems = await check.run();
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${problems === '' ? '✓' : '✗'} ${check.title} (${seconds} s)`);
    if (problems === '') continue;
    console.log(`${problems.trimEnd()}\n`);
    failed.push(check.title);
  }
  return failed;
}
