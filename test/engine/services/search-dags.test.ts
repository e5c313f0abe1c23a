import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toWireError } from '../../../engine/contract/errors.ts';
import { matchesIn, searchDags } from '../../../engine/services/handlers/dags/search-dags.ts';
import { anEngine } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';

const spec = `name: nightly
steps:
  - name: dump
    command: pg_dump all

  - name: send
    command: PG_DUMP_FILE=x send
`;

describe('a search', () => {
  it('gives the lines that hold the text in any case, with two lines on either side', async () => {
    const { client, config } = await anEngine();
    await client.call('dags.create', { name: 'backup', spec });
    await client.call('dags.create', { name: 'other', spec: 'steps: [{command: "true"}]\n' });
    writeFileSync(join(config.paths.dagsDir, 'windows.yml'), 'steps:\r\n  - command: pg_dump\r\n');
    await eventually(
      async () => (await client.call('dags.list', {})).dags.length === 3,
      'the file is known',
    );

    const found = await client.call('dags.search', { q: 'Pg_Dump' });

    expect(found).toEqual({
      results: [
        {
          name: 'backup',
          dag: { name: 'nightly' },
          matches: [
            { line: spec.split('\n').slice(1, 6).join('\n'), lineNumber: 4, startLine: 2 },
            { line: spec.split('\n').slice(4, 7).join('\n'), lineNumber: 7, startLine: 5 },
          ],
        },
        {
          name: 'windows',
          dag: { name: 'windows' },
          matches: [{ line: 'steps:\n  - command: pg_dump', lineNumber: 2, startLine: 1 }],
        },
      ],
      errors: [],
    });
  });

  it('names the definitions that do not load, and does not search them', async () => {
    const { client, config } = await anEngine();
    writeFileSync(join(config.paths.dagsDir, 'bad.yaml'), 'stepz: needle\n');
    writeFileSync(join(config.paths.dagsDir, 'no name.yaml'), 'steps: needle\n');
    await eventually(
      async () => (await client.call('dags.list', {})).errors.length === 1,
      'the files are known',
    );
    await eventually(
      async () => (await client.call('dags.list', {})).dags.length === 1,
      'the files are known',
    );

    const found = await client.call('dags.search', { q: 'needle' });

    expect(found).toEqual({
      results: [],
      errors: [
        expect.stringMatching(/^no name: the file is ignored/),
        expect.stringMatching(/^bad: .*unknown key `stepz`/),
      ],
    });
  });

  it('sees a file as it is now, and passes over one that was deleted', async () => {
    const { client, config } = await anEngine();
    await client.call('dags.create', { name: 'a', spec });
    const other = spec.replace('name: nightly', 'name: other');
    await client.call('dags.create', { name: 'b', spec: other });
    writeFileSync(join(config.paths.dagsDir, 'a.yaml'), spec.replace('send', 'fresh'));
    rmSync(join(config.paths.dagsDir, 'b.yaml'));

    const names = async (q: string) =>
      (await client.call('dags.search', { q })).results.map(({ name }) => name);

    expect(await names('fresh')).toEqual(['a']);
    expect(await names('pg_dump')).toEqual(['a']);
  });

  it('passes over a file that is deleted while the search goes on', async () => {
    const gone = { fileName: 'a', name: 'a', errors: [] };
    const catalog = { problems: () => [], listed: () => [gone], textOf: () => null };

    const found = await searchDags({ catalog }, 'pg_dump');

    expect(found).toEqual({ results: [], errors: [] });
  });

  it('needs a text', async () => {
    const { client } = await anEngine();

    for (const input of [{ q: '' }, {}]) {
      const answer = client.call('dags.search', input as { q: string });
      expect(await answer.catch(toWireError)).toMatchObject({
        code: 'bad_request',
        details: { fields: { q: expect.anything() } },
      });
    }
  });
});

describe('the lines that match', () => {
  it('are those that hold the text, up to a hundred, with the lines around them', () => {
    const lines = fc.array(fc.constantFrom('x', 'y', 'X y', '', '  '), { maxLength: 250 });
    fc.assert(
      fc.property(lines, (all) => {
        const found = matchesIn(`${all.join('\n')}\n`, 'X');
        const wanted = all.flatMap((line, at) => (/x/i.test(line) ? [at + 1] : []));

        expect(found.map(({ lineNumber }) => lineNumber)).toEqual(wanted.slice(0, 100));
        for (const { line, lineNumber, startLine } of found) {
          expect(startLine).toBe(Math.max(1, lineNumber - 2));
          expect(line.split('\n')).toEqual(all.slice(startLine - 1, lineNumber + 2));
        }
      }),
    );
  });
});
