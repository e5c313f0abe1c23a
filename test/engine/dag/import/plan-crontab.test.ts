import { describe, expect, it } from 'vitest';
import {
  planCrontab,
  type CrontabToPlan,
} from '../../../../engine/dag/import/crontab/plan-crontab.ts';
import { MAX_CHARACTERS } from '../../../../engine/dag/import/crontab/max-characters.ts';
import { EntryNames } from '../../../../engine/dag/import/crontab/name-entries.ts';
import { readCrontab } from '../../../../engine/dag/import/crontab/read-crontab.ts';
import { loadDag } from '../../../../engine/steps/load-dag.ts';

function planned(text: string, options: Partial<CrontabToPlan> = {}) {
  const read: string[] = [];
  const given = {
    name: 'a',
    text,
    system: false,
    taken: [],
    room: 1000,
    characters: MAX_CHARACTERS,
    own: null,
    ...options,
  };
  const { lines, left } = planCrontab(given, (spec, name) => {
    read.push(name);
    return loadDag(spec, { name });
  });
  return { lines, left, read };
}

describe('the plan of a crontab', () => {
  it('ends at the first line for which there is no room, and reads none behind it', () => {
    const { lines, read } = planned('* * * * * a\n'.repeat(20_000), { room: 3 });

    expect(lines.map(({ fileName }) => fileName)).toEqual(['a', 'a-2', 'a-3', '']);
    expect(lines[3]?.problems[0]?.message).toMatch(/^An import has at most 1000 entries/);
    expect(read).toHaveLength(3);
  });

  it('ends where its definitions are many times its text, since each has all variables above it', () => {
    const variables = Array.from({ length: 500 }, (_, index) => `V${index}=${'x'.repeat(100)}\n`);
    const { lines, left, read } = planned(`${variables.join('')}${'* * * * * a\n'.repeat(1000)}`);

    expect(read.length).toBeLessThan(20);
    expect(lines.at(-1)?.problems[0]?.message).toMatch(/at most 1 Mi characters together/);
    // Other crontabs of the import have no room either.
    expect(left).toBe(0);
    expect(planned('* * * * * a\n', { characters: left }).lines).toMatchObject([{ spec: '' }]);
  });

  it('counts as well what does not load', () => {
    const wrong = `${'A'.repeat(2000)}=\0${'x'.repeat(100_000)}\n`;
    const { lines } = planned(`${wrong}${'* * * * * a\n'.repeat(1000)}`);

    expect(lines.length).toBeLessThan(20);
  });

  it('makes one list of the variables of all entries up to the next one', () => {
    const [first, second, third] = [
      ...readCrontab('A=1\n0 * * * * a\n0 * * * * b\nB=2\n0 * * * * c\n', { hasUser: false }),
    ].map((line) => (line.kind === 'entry' ? line.variables : []));

    expect(second).toBe(first);
    expect(third).toHaveLength(2);
  });

  it('finds a name for each of many that are called alike, and looks once at each number', () => {
    let looks = 0;
    class Counted extends Set<string> {
      override has(name: string): boolean {
        looks += 1;
        return super.has(name);
      }
    }
    const names = new EntryNames(new Counted(['job', 'job-3']));
    const entry = { command: '/bin/job', line: 1 };

    const taken = Array.from({ length: 2000 }, () => names.take(entry));

    expect(taken.slice(0, 3)).toEqual(['job-2', 'job-4', 'job-5']);
    expect(new Set(taken).size).toBe(2000);
    expect(looks).toBeLessThan(3 * 2000 + 10);
  });
});
