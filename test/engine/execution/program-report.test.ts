import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readReport } from '../../../engine/execution/work/program-process.ts';
import { temporaryFolder } from '../../support/home.ts';

const readOf = (text: string): ReturnType<typeof readReport> => {
  const report = join(temporaryFolder('report'), 'report');
  writeFileSync(report, text);
  return readReport({ report });
};
const nothing = { error: null, failedCommand: null, facts: [], temporaries: [] };
const fact = (name: string, value: string): string =>
  `${JSON.stringify({ fact: { name, value } })}\n`;

describe('the report of a step program', () => {
  it('holds the newest of each fact, and the first error', () => {
    const errors = '{"error":"first"}\n{"error":"second"}\n';

    const told = readOf(fact('rows', '1') + fact('host', 'here') + fact('rows', '2') + errors);

    expect(told).toEqual({
      error: 'first',
      failedCommand: null,
      facts: [
        { name: 'rows', value: '2' },
        { name: 'host', value: 'here' },
      ],
      temporaries: [],
    });
  });

  it('names what must not outlive the step, by names of ours alone', () => {
    const paths = ['/a/.dagwright-1', '.dagwright-1', '/a/b', '/a/.dagwright-1/b', '/'];

    const told = readOf(paths.map((temporary) => `${JSON.stringify({ temporary })}\n`).join(''));

    expect(told.temporaries).toEqual(['/a/.dagwright-1']);
  });

  it.each(['{"error":"half', '{"error":"whole, but without its end"}', 'null\n', '{"fact":{}}\n'])(
    'without a whole line of ours says nothing: %s',
    (line) => {
      expect(readOf(line)).toEqual(nothing);
    },
  );

  it('tells no more facts than a person reads', () => {
    const many = Array.from({ length: 50 }, (_, index) => fact(`name ${index}`, 'value'));

    expect(readOf(many.join('')).facts).toHaveLength(20);
  });
});
