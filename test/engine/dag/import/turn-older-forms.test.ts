import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { turnOlderForms } from '../../../../engine/dag/import/turn-older-forms.ts';
import { loadDag } from '../../../../engine/steps/load-dag.ts';
import { rootFields } from '../../../../engine/dag/fields/root-fields.ts';
import { stepFields } from '../../../../engine/dag/fields/step-fields.ts';
import { fieldKeys } from '../../../../engine/dag/fields/read-fields.ts';
import { stepTypes } from '../../../../engine/steps/registry.ts';

const load = (text: string) => Promise.resolve(loadDag(text, { name: 'it' }).issues);
const turn = (text: string) => turnOlderForms(text, load, new Map([['other', 'other']]));
const camel = (key: string) =>
  key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

describe('definitions of earlier forms', () => {
  it('get the names of today, with comments, order and spaces kept', async () => {
    const before = `# Nightly.
histRetentionDays:   7   # a week
maxActiveSteps: 2
mailOn: {failure: true}
precondition:
  - condition: "\${ENV}"   # where
    expected: prod

steps:
  # the first
  - name:  load
    dir: /tmp
    command: echo a   # says a
    continueOn:
      exitCode: [1, 2]
      markSuccess: true
    retryPolicy: {limit: 3, intervalSec: 5}
    repeatPolicy:
      repeat: until
      intervalSec: 1
      exitCode: [0]
  - name: child
    run: other
    signalOnStop: SIGINT
handlerOn:
  cancel:
    command: echo stopped
  exit: {command: echo bye, mailOnError: false}
`;

    expect(await turn(before)).toEqual({
      text: before
        .replace('histRetentionDays', 'hist_retention_days')
        .replace('maxActiveSteps', 'max_active_steps')
        .replace('mailOn:', 'mail_on:')
        .replace('precondition:', 'preconditions:')
        .replace('dir:', 'working_dir:')
        .replace('continueOn', 'continue_on')
        .replaceAll('exitCode', 'exit_code')
        .replace('markSuccess', 'mark_success')
        .replace('retryPolicy', 'retry_policy')
        .replaceAll('intervalSec', 'interval_sec')
        .replace('repeatPolicy', 'repeat_policy')
        .replace('run:', 'call:')
        .replace('signalOnStop', 'signal_on_stop')
        .replace('handlerOn', 'handler_on')
        .replace('cancel:', 'abort:')
        .replace('mailOnError', 'mail_on_error'),
      remarks: [],
      problems: [],
    });
  });

  it.each([
    [
      'a map',
      `steps:
  - name: ask
    executor: # how
      # of the web
      type: http
      config:
        timeout: 10 # seconds

        body: |
          one
            two
    command: GET https://example.com
`,
      `steps:
  - name: ask
    # how
    # of the web
    type: http
    config:
      timeout: 10 # seconds

      body: |
        one
          two
    command: GET https://example.com
`,
    ],
    [
      'a word',
      'steps:\n  - executor: jq # sic\n    command: .a\n    script: "{}"\n',
      'steps:\n  - type: jq # sic\n    command: .a\n    script: "{}"\n',
    ],
    [
      'a map in braces',
      'steps:\n  - executor: {type: http, config: {timeout: 3}} # ask\n    command: GET https://a.b\n',
      'steps:\n  - type: http\n    config: {timeout: 3} # ask\n    command: GET https://a.b\n',
    ],
    [
      'a map within a step in braces',
      'steps: [{executor: {type: http, config: {timeout: 3}}, command: GET https://a.b}]\n',
      'steps: [{type: http, config: {timeout: 3}, command: GET https://a.b}]\n',
    ],
  ])('have `type` and `config` in place of an executor that is %s', async (_, before, after) => {
    expect(await turn(before)).toEqual({ text: after, remarks: [], problems: [] });
  });

  it('keep an executor that cannot be taken apart, with its line', async () => {
    const before =
      'steps:\n  - command: GET https://a.b\n    executor: &e {type: http}\n' +
      '  - command: GET https://c.d\n    executor: *e\n';

    const { text, problems } = await turn(before);

    expect(text).toBe(before);
    expect(problems).toMatchObject([
      { line: 3, message: expect.stringContaining('`executor`') },
      { line: 5, message: expect.stringContaining('`executor`') },
    ]);
  });

  it('say the graph that `depends` without a type meant, and what to look at', async () => {
    const before =
      'steps:\n  # one\n  - name: a\n    command: echo\n  - name: b\n    command: echo\n  - name: c\n    command: echo\n    depends: a\n';

    const { text, remarks, problems } = await turn(before);

    expect(text).toBe(
      'type: graph\nsteps:\n  # one\n  - name: a\n    command: echo\n  - depends: a\n    name: b\n    command: echo\n' +
        '  - name: c\n    command: echo\n    depends: a\n',
    );
    expect(remarks).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it('begin all steps without `depends` at once where waiting for the one before would make a circle', async () => {
    const before =
      'steps:\n  - name: last\n    command: echo\n    depends: [a, b]\n  - name: a\n    command: echo\n  - name: b\n    command: echo\n';

    const { text, remarks, problems } = await turn(before);

    expect(text).toBe(`type: graph\n${before}`);
    expect(remarks).toMatchObject([{ message: expect.stringContaining('start at once') }]);
    expect(problems).toEqual([]);
  });

  it('name what they cannot turn, with the line in the new text', async () => {
    const before = 'maxActiveRuns: -1\nfunctions: []\nsteps:\n  - echo\n';

    expect((await turn(before)).problems.map(({ line }) => line)).toEqual([1, 2]);
  });

  it('get no name that the definition has already', async () => {
    const before = 'logDir: a\nlog_dir: b\nsteps: [echo]\n';

    expect((await turn(before)).problems).not.toEqual([]);
  });

  it('are turned whichever keys of the root and of steps are written in camel case', async () => {
    for (const set of [rootFields, stepFields]) {
      for (const key of fieldKeys<object>(set as never).filter((one) => one.includes('_'))) {
        const line = (name: string) =>
          set === rootFields ? `${name}: x\nsteps: [echo]\n` : `steps:\n  - ${name}: x\n`;

        expect((await turn(line(camel(key)))).text, key).toBe(line(key));
      }
    }
  });
});

describe('definitions of today', () => {
  it.each(stepTypes.map((type) => [type.name, type.example]))(
    'stay as they are: the example of %s',
    async (_, example) => {
      expect(await turn(example)).toEqual({ text: example, remarks: [], problems: [] });
    },
  );

  it('stay as they are, byte for byte, and any text comes to an end', async () => {
    const piece = fc.constantFrom(
      ...[
        'steps:\n',
        '  - ',
        'name: a',
        'echo',
        '\n',
        '\r\n',
        '# x\n',
        'executor: ',
        '{',
        '}',
        'type: http',
      ],
      ...[
        '    ',
        'dir: /',
        'run: b',
        'handlerOn:\n',
        '  cancel: c\n',
        '&a ',
        '*a',
        'depends: a\n',
        '---\n',
        'é',
      ],
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(text, async (before) => {
        const turned = await turn(before);
        const loads = (await load(before)).every(({ severity }) => severity !== 'error');
        const now = (await load(turned.text)).every(({ severity }) => severity !== 'error');
        if (loads) expect(turned).toEqual({ text: before, remarks: [], problems: [] });
        expect(turned.problems.length === 0).toBe(now);
        expect((await turn(turned.text)).text).toBe(turned.text);
      }),
      { numRuns: 300 },
    );
  });
});

it('keeps comments, and texts that look like numbers, of what is written anew', async () => {
  const before =
    '# nightly\nsteps:\n  - run: ls # all\n    env:\n      - A: 010\n      - B: "01"\n      - C:\n';

  expect((await turn(before)).text).toBe(
    '# nightly\nsteps:\n  - command: ls # all\n    env:\n      - A: 010\n      - B: "01"\n      - C:\n',
  );
});
