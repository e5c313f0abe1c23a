import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesInOthers, encodingOf } from '../../../engine/lib/text-encoding.ts';
import { logOf, runToEnd } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

/** `café` and a pound sign as windows-1252 writes them, by printf. */
const CAFE = String.raw`printf 'caf\351 \243\n'`;

describe('output that is not UTF-8', () => {
  it('fails nothing: it is taken with replacement characters and a note on the step', async () => {
    const ended = await runToEnd(
      `steps:\n  - {name: one, command: "${CAFE.replaceAll('\\', '\\\\')}", output: MSG}\n  - {name: two, command: 'echo "$MSG"'}\n`,
    );

    expect(ended.run.statusLabel).toBe('succeeded');
    expect(ended.node('one').facts).toEqual([
      { name: 'output', value: expect.stringMatching(/^MSG is not UTF-8: .*log_output_encoding$/) },
    ]);
    expect(await logOf(ended, 'two')).toBe('caf\u{fffd} \u{fffd}');
    const { name, dagRunId } = ended.run;
    const page = await ended.engine.client.call('runs.stepLog', {
      ...{ name, dagRunId, stepName: 'one', stream: 'stdout' as const },
    });
    expect(page).toMatchObject({
      content: 'caf\u{fffd} \u{fffd}',
      note: expect.stringContaining('`log_output_encoding`'),
    });
  });

  it('has no note where a program prints a replacement character', async () => {
    const ended = await runToEnd(
      'steps:\n  - {name: one, command: "printf \\u{fffd}", output: MSG}\n'.replace(
        '\\u{fffd}',
        '\u{fffd}',
      ),
    );

    expect(ended.node('one').facts).toBeUndefined();
  });

  it('is read by the encoding that the step, or else the DAG, names', async () => {
    const ended = await runToEnd(`log_output_encoding: shift_jis
steps:
  - name: own
    log_output_encoding: latin1
    command: |
      ${CAFE}
      ${CAFE} >&2
      exit 3
    output: MSG
    continue_on: {output: 'é £', failure: false}
  - name: of-the-dag
    command: printf '\\223\\372\\226\\173\\n'
    output: LAND
  - name: both
    command: echo "$MSG $LAND"
    log_output_encoding: utf-8
`);

    expect(ended.node('own').error).toContain('café £');
    expect(ended.node('own').facts).toBeUndefined();
    expect(await logOf(ended, 'own')).toBe('café £');
    expect(await logOf(ended, 'of-the-dag')).toBe('日本');
    expect(await logOf(ended, 'both')).toBe('café £ 日本');
    const { name, dagRunId } = ended.run;
    const found = await ended.engine.client.call('runs.searchStepLog', {
      ...{ name, dagRunId, stepName: 'own', stream: 'stderr' as const, q: 'CAFÉ' },
    });
    expect(found.matches).toEqual([{ lineNumber: 1, line: 'café £' }]);
  });

  it('is UTF-8 where a program of ours prints it', async () => {
    const ended = await runToEnd(`log_output_encoding: latin1
steps:
  - {name: one, type: jq, command: .a, script: '{"a": "é"}', config: {raw: true}, output: A}
`);

    expect(await logOf(ended, 'one')).toBe('é');
  });

  it.each(['latin1', 'utf-8'])('hides a secret as %s reads it', async (encoding) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'key'), 'pässwörd');
    const ended = await runToEnd(`secrets: [{name: KEY, provider: file, key: ${folder}/key}]
steps:
  - name: one
    log_output_encoding: ${encoding}
    command: printf 'it is p\\344ssw\\366rd.\\n'
    output: MSG
  - {name: two, command: 'test "$MSG" = "it is $KEY." && echo "$MSG"'}
`);

    expect(await logOf(ended, 'one')).toBe('it is *******.');
    expect(await logOf(ended, 'two')).toBe('it is *******.');
  });
});

describe('names of encodings', () => {
  it.each([
    ['latin1', 'windows-1252'],
    ['CP1251', 'windows-1251'],
    ['SJIS', 'shift_jis'],
    ['utf8', 'utf-8'],
    ['utf-16', null],
    ['nonsense', null],
  ])('are taken in any of their usual forms: %s', (label, encoding) => {
    expect(encodingOf(label)).toBe(encoding);
  });

  it('say how each writes a text', () => {
    expect(bytesInOthers('plain')).toEqual([]);
    expect(bytesInOthers('ж').map((bytes) => bytes.toString('hex'))).toEqual(
      expect.arrayContaining(['e6', 'd6', 'a6']),
    );
    expect(bytesInOthers('日本').map((bytes) => bytes.toString('hex'))).toEqual(
      expect.arrayContaining(['93fa967b', 'c6fccbdc', 'c8d5b1be']),
    );
  });
});
