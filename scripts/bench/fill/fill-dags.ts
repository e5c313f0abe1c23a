import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerHome } from '../servers/server.ts';

const SCHEDULED_EACH = 25;
const TEAMS = 7;

/**
 * Writes definitions of several kinds into a home, until it has so many; each 25th has a schedule. Answers with their names.
 * `from`: so many have been written before.
 */
export function fillDags({ dagsDir, key }: ServerHome, count: number, from = 0): readonly string[] {
  const names = Array.from({ length: count - from }, (_, index) => `bench-dag-${from + index}`);
  names.forEach((name, place) => {
    const index = from + place;
    const kind = kinds[index % kinds.length];
    const text = head(index) + (kind === undefined ? '' : kind(key));
    writeFileSync(join(dagsDir, `${name}.yaml`), text);
  });
  return names;
}

function head(index: number): string {
  // Once a year, at a time that is far away from most days, so that nothing begins by itself.
  const schedule = index % SCHEDULED_EACH === 0 ? 'schedule: "0 3 1 1 *"\n' : '';
  return `${schedule}description: "Number ${index}"\ntags: "team=t${index % TEAMS}"\n`;
}

type Kind = (key: ServerHome['key']) => string;

const kinds: readonly Kind[] = [
  () => 'steps:\n  - name: s0\n    command: echo hello\n',
  () => `params:
  - DAY: today
env:
  - TARGET: /tmp/\${DAY}
steps:
${[1, 2, 3, 4, 5].map((number) => `  - name: s${number}\n    command: echo ${number} $TARGET\n`).join('')}`,
  () => `type: graph
steps:
  - name: first
    command: "true"
${[1, 2, 3, 4, 5, 6].map((number) => `  - name: fan${number}\n    command: echo ${number}\n    depends: first\n`).join('')}`,
  (key) => `${key('handler_on')}:
  failure:
    command: echo failed
steps:
  - name: fetch
    command: "true"
    ${key('retry_policy')}:
      limit: 3
      ${key('interval_sec')}: 5
  - name: check
    command: test -e /tmp
    ${key('continue_on')}:
      failure: true
  - name: report
    script: |
      echo one
      echo two
`,
];
