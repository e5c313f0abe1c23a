import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { logOf, runToEnd, type StartOptions } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

/** Runs one step of these fields, indented by four, and returns its node and what it printed. */
async function runStep(fields: string, dag = '', options: StartOptions = {}) {
  const ended = await runToEnd(`${dag}\nsteps:\n  - name: main\n${fields}\n`, options);
  return { node: ended.node('main'), out: await logOf(ended, 'main') };
}

describe('commands', () => {
  it('run one after another, and the error names the one that failed', async () => {
    const { node, out } = await runStep(
      '    command:\n      - echo one\n      - echo two; exit 7\n      - echo three',
    );

    expect(out).toBe('one\ntwo');
    expect(node).toMatchObject({ statusLabel: 'failed', exitCode: 7 });
    expect(node.error).toBe('command 2 failed: exit status 7');
  });

  it('of several lines are one text for the shell', async () => {
    const { out } = await runStep('    command: |\n      x=1\n      echo "x is $x"');

    expect(out).toBe('x is 1');
  });

  it('end at the first failing one under a shell that the step did not choose', async () => {
    const { node, out } = await runStep('    command: false; echo on');
    const chosen = await runStep('    shell: /bin/sh\n    command: false; echo on');
    const ofDag = await runStep('    command: false; echo on', 'shell: /bin/bash');

    expect([node.exitCode, out]).toEqual([1, '']);
    expect([chosen.node.exitCode, chosen.out]).toEqual([0, 'on']);
    expect([ofDag.node.exitCode, ofDag.out]).toEqual([1, '']);
  });

  it('run in the shell that the step names, with its flags', async () => {
    const { out } = await runStep(
      '    shell: [bash, -u]\n    command: "echo ${BASH_VERSION:0:1}$-"',
    );

    expect(out).toMatch(/^\d\w*u/);
  });

  it('run in a shell that a variable names, of the step or of the DAG', async () => {
    const env = 'env:\n  - NAMED: bash';
    const command = '    command: "echo ${BASH_VERSION:0:1}$-; false; echo on"';
    const ofDag = await runStep(command, `${env}\nshell: $NAMED -u`);
    const ofStep = await runStep(
      `    shell: ["\${NAMED}", -f]\n${command}`,
      `${env}\nshell: $NONE`,
    );

    expect(ofDag.out).toMatch(/^\de\w*u\w*$/);
    expect(ofStep.out).toMatch(/^\df\w*\non$/);
  });

  it('fail where the variable of their shell is empty', async () => {
    const { node } = await runStep('    shell: $NONE -x\n    command: echo on');

    expect(node).toMatchObject({
      statusLabel: 'failed',
      error: '`shell` must name a program, and $NONE is empty',
    });
  });

  it('run in another language where the shell is one', async () => {
    const { out } = await runStep('    shell: perl\n    command: print 6 * 7');

    expect(out).toBe('42');
  });

  it('get the flag for a text where the shell is one word or leaves it out, and no second one', async () => {
    const run = async (shell: string, command: string) =>
      (await runStep(`    shell: ${shell}\n    command: ${command}`)).out;

    expect(await run('[perl, -e]', 'print 6 * 7')).toBe('42');
    expect(await run('perl -le', 'print 6 * 7')).toBe('42');
    expect(await run('[/usr/bin/env, perl]', 'print 6 * 7')).toBe('42');
    expect(await run('[node, --no-warnings, -p]', '6 * 7')).toBe('42');
    expect(await run('[bash, -e, -o, pipefail]', 'echo "$-"')).toContain('e');
    expect(await run('[bash, -ec]', 'echo "$-"')).toContain('e');
    expect(await run('env A=1 bash', 'echo "$A ${BASH_VERSION:+bash}"')).toBe('1 bash');
    expect(await run('[printf, "<%s>"]', 'echo a')).toBe('<echo a>');
  });

  it('of another language get no references in their text, and their values by the environment', async () => {
    const { out } = await runStep(
      `    shell: perl\n    env: [{T: "\${P.a}"}]\n    command: print '\${P} \${P.a} ', "$ENV{P} $ENV{T}"`,
      `params:\n  - P: '{"a":"x"}'`,
    );

    expect(out).toBe('${P} ${P.a} {"a":"x"} x');
  });

  it('of several lines are scripts where they begin with their program, in `command` and in a list of steps', async () => {
    const ended = await runToEnd(`params:
  - P: '{"a":"deep"}'
steps:
  - |
    #!env perl
    print 6 * 7;
  - name: list
    command:
      - echo first
      - |
        #!/usr/bin/env bash
        echo "\${P.a} \${BASH_VERSION:+bash} \${0##*/}"
      - |
        #!/usr/bin/env -S perl -l
        print "last";
  - name: chosen
    shell: /bin/sh
    command: |
      #!/usr/bin/perl
      echo "sh $P"
`);

    expect(await logOf(ended, 'cmd_1')).toBe('42');
    expect(await logOf(ended, 'list')).toMatch(/^first\ndeep bash \S+\nlast$/);
    expect(await logOf(ended, 'chosen')).toBe('sh {"a":"deep"}');
  });

  it('of 300 KB work, alone and in a list, in any alphabet', async () => {
    const latin = 'x'.repeat(300_000);
    const wide = '日'.repeat(60_000);
    const alone = await runStep(`    command: "v=${latin}; echo \${#v}"`);
    const wideAlone = await runStep(
      `    shell: bash\n    command: "v=${wide}; printf %s $v | wc -c"`,
    );
    const list = await runStep(
      `    command:\n      - "v=${latin}; echo \${#v}"\n      - "v=${wide}; printf %s $v | wc -c"`,
    );

    expect(alone.out).toBe('300000');
    expect(wideAlone.out).toBe('180000');
    expect(list.node.error).toBe('');
    expect(list.out).toBe('300000\n180000');
    const perl = await runStep(`    shell: [perl, -le]\n    command: "print length('${latin}')"`);
    const other = await runStep(`    shell: [printf, "%s"]\n    command: "${latin}"`);
    expect(perl.out).toBe('300000');
    expect(other.node.error).toContain('more than printf can receive; use a `script`');
  });

  it('get positional parameters as arguments', async () => {
    const { out } = await runStep(
      `    command: 'echo "$# [$1] [$2]"'`,
      'params: first "second one"',
    );

    expect(out).toBe('2 [first] [second one]');
  });

  it('get the variables that name run and step', async () => {
    const { out, node } = await runStep(
      '    command: echo "$DAG_NAME $DAG_RUN_ID $DAG_RUN_STEP_NAME $DAG_RUN_STEP_STDOUT_FILE $SVC_PARAMS_JSON"',
      'params:\n  - A: b c',
      { name: 'named', dagRunId: 'id-1' },
    );

    expect(out).toBe(`named id-1 main ${node.stdout} {"A":"b c"}`);
  });

  it('see of the environment of the engine only what is listed, unless `env` imports more', async () => {
    process.env['TESTS_SECRET'] = 'imported';
    const { out } = await runStep(
      '    command: echo "[$TESTS_SECRET] [$MINE] [${PATH:+path}]"',
      'env:\n  - MINE: ${TESTS_SECRET}',
    );
    delete process.env['TESTS_SECRET'];

    expect(out).toBe('[] [imported] [path]');
  });

  it('read nothing from standard input', async () => {
    const { out } = await runStep('    command: cat; echo end');

    expect(out).toBe('end');
  });
});

describe('`shell: direct`', () => {
  it.each(['direct', 'none', '[none]'])(
    'as %s runs a program with words, and expands references in them without any shell',
    async (shell) => {
      const canary = join(temporaryFolder(), 'canary');
      const { out } = await runStep(
        `    shell: ${shell}\n    command: "printf '%s|' one 'two words' \${P} $(touch ${canary}) ; *"`,
        'params:\n  - P: "x y\'; touch"',
      );

      expect(out).toBe(`one|two words|x y'; touch|$(touch|${canary})|;|*|`);
      expect(existsSync(canary)).toBe(false);
    },
  );

  it('takes a dollar sign or backtick after a backslash as it is', async () => {
    const { out } = await runStep(
      '    shell: direct\n    command: printf %s| \\$P \\${P} $P "\\$P $P" \\`id\\` \\a',
      'params:\n  - P: v',
    );

    expect(out).toBe('$P|${P}|v|$P v|`id`|a|');
  });

  it('fails with the name of a program that is missing', async () => {
    const { node } = await runStep('    shell: direct\n    command: no-such-program --flag');

    expect(node).toMatchObject({ statusLabel: 'failed', exitCode: null });
    expect(node.error).toMatch(/^Program no-such-program not found on the PATH \(.+\)\.$/);
  });
});

describe('a shell that is missing', () => {
  it('fails the step and names it', async () => {
    const { node } = await runStep('    shell: /no/such/shell\n    command: echo x');

    expect(node.error).toBe('Program /no/such/shell does not exist or is not executable.');
  });

  it('is told apart from a command that the shell does not know', async () => {
    const { node } = await runStep('    command: no-such-program');

    expect(node.exitCode).toBe(127);
    expect(node.error).toContain('no-such-program');
  });
});

describe('scripts', () => {
  it('can be read by their owner alone', async () => {
    const { out } = await runStep('    script: stat -c %a "$0"');

    expect(out).toBe('600');
  });

  it('run in the default shell, ending at the first failing line', async () => {
    const { node, out } = await runStep(
      '    script: |\n      echo one\n      false\n      echo two',
    );

    expect(out).toBe('one');
    expect(node.exitCode).toBe(1);
    expect(node.error).toBe('exit status 1');
  });

  it('run by the program of their first line', async () => {
    const { out } = await runStep(
      '    script: |\n      #!/usr/bin/env perl\n      use strict;\n      print join(",", 1..3), "\\n";',
    );

    expect(out).toBe('1,2,3');
  });

  it('run by the shell of the DAG where the step runs its commands without one', async () => {
    const script = '    shell: direct\n    script: "echo ${BASH_VERSION:0:1}"';

    const { out } = await runStep(script, 'shell: /bin/bash');

    expect(out).toMatch(/^\d$/);
  });

  it('run by the shell of the step even against their first line', async () => {
    const { out } = await runStep(
      '    shell: bash\n    script: |\n      #!/usr/bin/perl\n      echo "bash ${BASH_VERSION:+yes}"',
    );

    expect(out).toBe('bash yes');
  });

  it('run by `command` as an interpreter', async () => {
    const { out } = await runStep('    command: perl -l\n    script: |\n      print "from perl";');

    expect(out).toBe('from perl');
  });

  it('take no text flag from a shell that has one', async () => {
    const { out } = await runStep('    shell: [perl, -le]\n    script: print 6 * 7');
    const sh = await runStep(
      '    shell: bash -ec\n    script: |\n      echo "$-"\n      false\n      echo on',
    );

    expect(out).toBe('42');
    expect(sh.out).toMatch(/^\w*e\w*$/);
  });

  it('of `env bash` read paths as those of bash do', async () => {
    const { out } = await runStep(
      '    script: |\n      #!/usr/bin/env bash\n      echo "${P.a} ${BASH_VERSION:+bash}"',
      `params:\n  - P: '{"a":"deep"}'`,
    );

    expect(out).toBe('deep bash');
  });

  it('may be large, and hold references', async () => {
    const filler = `      # ${'x'.repeat(90)}\n`.repeat(4000);
    const { out } = await runStep(
      `    script: |\n${filler}      echo "\${P.a}"`,
      `params:\n  - P: '{"a":"deep"}'`,
    );

    expect(out).toBe('deep');
  });
});
