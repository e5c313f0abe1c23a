import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endOf, logOf, runToEnd, type EndedRun } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

/** Runs steps of which the last, `show`, prints what it sees of `OUT`. */
async function shown(steps: string, fields = ''): Promise<{ ended: EndedRun; text: string }> {
  const ended = await runToEnd(
    `${fields}\nsteps:\n${steps}\n  - name: show\n    command: printf '[%s]' "$OUT"\n`,
  );
  return { ended, text: await logOf(ended, 'show') };
}

async function outputsOf({ engine, name, dagRunId }: EndedRun) {
  return (await engine.client.call('runs.outputs', { name, dagRunId })).outputs;
}

describe('the output of a step', () => {
  it('is gone after a retry in which the step is skipped', async () => {
    const ended = await runToEnd(
      `working_dir: ${temporaryFolder()}
steps:
  - {name: first, command: 'false', continue_on: {failure: true}}
  - {name: once, output: OUT, preconditions: ['[ ! -e done ]'], command: touch done; echo old}
  - {name: last, command: 'false'}
`,
    );
    const before = await outputsOf(ended);
    const { engine, name, dagRunId } = ended;

    await engine.client.call('runs.retry', { name, dagRunId });
    const retried = await endOf(ended);

    expect(before).toEqual({ out: 'old' });
    expect(retried.node('once').statusLabel).toBe('skipped');
    expect(await outputsOf(retried)).toEqual({});
  });

  it('is what it printed, without white space at the ends and with lines inside', async () => {
    const { text, ended } = await shown(
      `  - name: make\n    command: printf '\\n \\t one\\n\\n  two \\r\\n\\n'; echo noise >&2\n    output: OUT`,
    );

    expect(text).toBe('[one\n\n  two]');
    expect(await outputsOf(ended)).toEqual({ out: 'one\n\n  two' });
  });

  it('leaves out standard error, also where the log holds both', async () => {
    const { text, ended } = await shown(
      `  - name: make\n    command: echo noise >&2; echo value; echo more noise >&2\n    output: OUT`,
      'log_output: merged',
    );

    expect(text).toBe('[value]');
    // Lines of two streams that are written at once have no order that anybody could see.
    const lines = (await logOf(ended, 'make')).split('\n').sort();
    expect(lines).toEqual(['more noise', 'noise', 'value']);
  });

  it('is taken beside a file that `stdout` names', async () => {
    const { text } = await shown(
      `  - name: make\n    stdout: copy.txt\n    command: echo value\n    output: OUT`,
    );

    expect(text).toBe('[value]');
  });

  it('is that of all commands of the step', async () => {
    const { text } = await shown(
      `  - name: make\n    command:\n      - echo one\n      - echo two\n    output: OUT`,
    );

    expect(text).toBe('[one\ntwo]');
  });

  it('is empty for a step that prints nothing', async () => {
    const { text, ended } = await shown(`  - name: make\n    command: ":"\n    output: OUT`);

    expect(text).toBe('[]');
    expect(await outputsOf(ended)).toEqual({ out: '' });
  });

  it('is taken from a step that fails', async () => {
    const ended = await runToEnd(
      'steps:\n  - name: make\n    command: echo half; exit 2\n    output: OUT\n',
    );

    expect(ended.node('make').exitCode).toBe(2);
    expect(await outputsOf(ended)).toEqual({ out: 'half' });
  });

  it('fails the step when it is larger than `max_output_size`; the log has all of it', async () => {
    const { ended } = await shown(
      `  - name: make\n    command: printf 12345678901\n    output: OUT`,
      'max_output_size: 10',
    );

    expect(ended.node('make')).toMatchObject({ statusLabel: 'failed', exitCode: 0 });
    expect(ended.node('make').error).toBe(
      'the output OUT has 11 bytes, more than max_output_size (10)',
    );
    expect(ended.node('show').statusLabel).toBe('aborted');
    expect(readFileSync(ended.node('make').stdout, 'utf8')).toBe('12345678901');
    expect(await outputsOf(ended)).toEqual({});
  });

  it('is kept no further than needed of a log of both, and its size is known', async () => {
    const { ended } = await shown(
      `  - name: make\n    command: head -c 1000000 /dev/zero; echo x >&2\n    output: OUT`,
      'max_output_size: 10\nlog_output: merged',
    );

    expect(ended.node('make').error).toBe(
      'the output OUT has 1000000 bytes, more than max_output_size (10)',
    );
    expect(readFileSync(ended.node('make').stdout)).toHaveLength(1_000_002);
  });

  it('may be exactly as large as `max_output_size`', async () => {
    const { text } = await shown(
      `  - name: make\n    command: printf 1234567890\n    output: OUT`,
      'max_output_size: 10',
    );

    expect(text).toBe('[1234567890]');
  });

  it('that no process can be given fails the step that would get it, and says so', async () => {
    const long = await shown(
      `  - name: make\n    command: head -c 200000 /dev/zero | tr '\\0' x\n    output: OUT`,
    );
    const binary = await shown(`  - name: make\n    command: printf 'a\\0b'\n    output: OUT`);

    expect(long.ended.node('show').error).toMatch(/^The variable OUT is too long for a process/);
    expect(binary.ended.node('show').error).toMatch(/^The variable OUT contains a NUL character/);
  });

  it.each([
    ['longer', `printf '{"k":"v","l":"'; head -c 200000 /dev/zero | tr '\\0' x; printf '"}'`],
    ['other', `printf 'a\\0b'`],
  ])('that is %s than a process takes hurts nothing that does not name it', async (_, command) => {
    const ended = await runToEnd(`handler_on:
  exit:
    command: echo AN END
steps:
  - name: make
    command: ${JSON.stringify(command)}
    output: A
  - name: other
    env:
      - PRINTED: '\`echo PRINTED\`'
    preconditions:
      - "true"
    command: echo "AN OTHER $PRINTED"
  - name: script
    script: |
      echo fine
`);
    const { engine, name, dagRunId } = ended;
    const { content } = await engine.client.call('runs.log', { name, dagRunId });

    expect(ended.run.statusLabel).toBe('succeeded');
    expect(await logOf(ended, 'onExit')).toBe('AN END');
    expect(await logOf(ended, 'other')).toBe('AN OTHER PRINTED');
    expect(content).toMatch(/variable omitted: .* step=other variable=A$/m);
  });

  it('is read in parts also where it is longer than any variable', async () => {
    const ended = await runToEnd(`steps:
  - name: make
    command: printf '{"k":"v","l":"'; head -c 200000 /dev/zero | tr '\\0' x; printf '"}'
    output: A
  - name: part
    command: echo "[\${A.k}]"
`);

    expect(await logOf(ended, 'part')).toBe('[v]');
  });

  it('is left out where all are too much together, but for those that are named', async () => {
    const values = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`P${index + 1}`, 'x'.repeat(120_000)]),
    );
    const all = Object.keys(values).map((name) => `$${name}`);
    const ended = await runToEnd(
      `steps:
  - name: some
    preconditions:
      - {condition: "\`echo \${#P1}\`", expected: "120000"}
    command: echo \${#P1} \${#P20}; ls / >/dev/null
  - name: all
    command: ': ${all.join(' ')}'
`,
      { params: JSON.stringify(values) },
    );

    expect(await logOf(ended, 'some')).toBe('120000 120000');
    expect(ended.node('all')).toMatchObject({
      statusLabel: 'failed',
      error: expect.stringContaining('The environment variables are too long for a process'),
    });
  });

  it('is seen by all steps behind it, and by none beside it', async () => {
    const ended = await runToEnd(`type: graph
max_active_steps: 3
steps:
  - name: make
    command: echo value
    output: OUT
  - name: child
    depends: [make]
    command: echo "[$OUT]"
  - name: grandchild
    depends: [child]
    command: echo "[$OUT]"
  - name: gate
    depends: []
    command: "true"
  - name: beside
    depends: [gate]
    command: echo "[$OUT]"
`);

    expect(await logOf(ended, 'child')).toBe('[value]');
    expect(await logOf(ended, 'grandchild')).toBe('[value]');
    expect(await logOf(ended, 'beside')).toBe('[]');
  });

  it('is overruled by a parameter of its name, and overrules the environment', async () => {
    const ended = await runToEnd(`params:
  - P: from-params
env:
  - E: from-env
  - P: from-env
steps:
  - name: one
    command: echo from-output
    output: P
  - name: two
    command: echo from-output
    output: E
  - name: show
    command: echo "$P $E"
  - name: own
    env:
      - P: from-step
      - E: \${E}-and-step
    command: echo "$P $E"
`);

    expect(await logOf(ended, 'show')).toBe('from-params from-output');
    expect(await logOf(ended, 'own')).toBe('from-step from-output-and-step');
  });

  it('is read by path, and by references to its step', async () => {
    const ended = await runToEnd(`steps:
  - name: make
    id: maker
    command: |
      echo '{"a":{"b":[1,"two words"]},"n":null}'
    output: J
  - name: show
    command: |
      printf '%s|' "\${J.a.b[1]}" "\${J.a}" "\${J.n}" "\${J.missing}" "\${maker.exit_code}"
      cat "\${maker.stdout}"
`);

    expect(await logOf(ended, 'show')).toBe(
      'two words|{"b":[1,"two words"]}|||0|{"a":{"b":[1,"two words"]},"n":null}',
    );
  });
});

describe('what `continue_on.output` looks for', () => {
  const looksFor = (text: string, fields = ''): string => `log_output: merged
${fields}
steps:
  - name: make
    command: echo noise >&2; echo value; exit 1
    continue_on: {output: ${text}, mark_success: true}
`;
  const secret = 'secrets: [{name: S, provider: file, key: secret.txt}]';

  it.each([
    ['value', '', 'succeeded'],
    ['noise', '', 'failed'],
    ['value', secret, 'succeeded'],
    ['noise', secret, 'failed'],
  ])('is not found on standard error in a log of both: %s %s', async (text, fields, expected) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'secret.txt'), 'hidden');

    const { node } = await runToEnd(looksFor(text, `working_dir: ${folder}\n${fields}`));

    expect(node('make').statusLabel).toBe(expected);
  });
});
