import { describe, expect, it } from 'vitest';
import { loadDag } from '../../../../engine/steps/load-dag.ts';
import { lint } from './lint.ts';

describe('foreign-reference', () => {
  const step = (fields: string) =>
    `params: {NAME: x}\nsteps: [{id: build, command: 'echo "$NAME"', output: OUT}, {${fields}}, 'echo $OUT']`;
  const messages = (text: string) =>
    loadDag(text, { name: 'file', lint: { storedDags: null } }).issues.map(
      ({ message }) => message,
    );

  it.each([
    ['shell: python3.12, command: "print(\'${NAME}\')"', 'os.environ["NAME"]'],
    ['shell: [perl, -e], command: \'print "${NAME}"\'', '$ENV{NAME}'],
    ['shell: perl -e, command: \'print "${NAME}"\'', '$ENV{NAME}'],
    ['shell: /usr/bin/env ruby, command: \'print "${NAME}"\'', 'ENV["NAME"]'],
    ['shell: node, command: "console.log(`${NAME}`)"', 'process.env.NAME'],
    ['shell: fish, command: "echo ${NAME}"', '$NAME'],
    ['shell: pwsh, command: "echo ${NAME}"', '$env:NAME'],
    ['command: python3 -u, script: "print(\'${NAME}\')"', 'os.environ["NAME"]'],
    ['script: "#!/usr/bin/env -S python3 -u\\nprint(\'${NAME}\')"', 'os.environ["NAME"]'],
    ['command: "#!env perl\\nprint \\"${NAME}\\""', '$ENV{NAME}'],
  ])('says how to read a variable: %s', (fields, way) => {
    expect(messages(step(fields))).toEqual([
      expect.stringMatching(/^`\$\{NAME\}` is not expanded in code for [a-z0-9.]+; /),
    ]);
    expect(messages(step(fields))[0]).toContain(`\`${way}\` reads it`);
  });

  it.each(['${build.exit_code}', '${OUT.total}', '${OUT:-none}'])(
    'names a way for %s',
    (written) => {
      expect(messages(step(`shell: python3, command: 'print("${written}")'`))[0]).toContain(
        'add it to `env` of the step',
      );
    },
  );

  it('looks at commands under the shell of the DAG, in a list of steps and in handlers', () => {
    const text = `shell: python3\nparams: {N: 1}\nhandler_on: {exit: "print('\${N}')"}\nsteps: ["print('\${N}')"]`;
    expect(lint(text)).toEqual(['foreign-reference 3:28 ${N}', 'foreign-reference 4:17 ${N}']);
  });

  it.each([
    ['shell: python3, command: "print(\'$NAME\')"', '$NAME'],
    ['shell: perl, command: \'print "$NAME"\'', '$NAME'],
    ['shell: node, command: "console.log(\'$NAME\')"', '$NAME'],
    ['shell: python3, command: "print(\'$1\')"', '$1'],
    ['shell: python3, command: "print(\'${1}\')"', '${1}'],
    ['shell: perl, command: \'print "$1"\'', '$1'],
  ])('covers parameters without braces: %s', (fields, written) => {
    expect(messages(step(fields))).toEqual([
      expect.stringMatching(/^`\$\{?\w+\}?` is not expanded in code for .*NAME.*reads it$/),
    ]);
    expect(messages(step(fields))[0]).toContain(`\`${written}\``);
  });

  it('covers both forms in one text, and asks for a name where a parameter has none', () => {
    expect(messages(step('shell: python3, command: "print(\'${NAME} $NAME\')"'))).toHaveLength(2);
    expect(messages('params: a b\nshell: python3\nsteps: ["print(\'$2\')"]')).toEqual([
      expect.stringContaining(
        '`$2` is not expanded in code for python3; give the parameter a name',
      ),
    ]);
  });

  it.each([
    ['shell: python3, command: "print(\'$OTHER $2\')"'],
    ['shell: python3, command: "Template(\'$NAME\').substitute(a=1)"'],
    ["shell: python3, command: \"os.environ['NAME'], '$NAME'\""],
    ['shell: perl, command: \'my $NAME = 1; print "$NAME"\''],
    ['shell: perl, command: \'for my $NAME (1, 2) { print "$NAME" }\''],
    ['shell: perl, command: \'"ab" =~ /(a)/; print "$1"\''],
    ["shell: node, command: \"'a'.replace(/(a)/, '$1')\""],
    ['shell: fish, command: "echo $NAME"'],
    ['shell: pwsh, command: "echo $NAME"'],
    ['shell: python3, command: "print(\'${OTHER}\')"'],
    ['shell: node, command: "const NAME = 1; console.log(`${NAME}`)"'],
    ['shell: perl, command: \'my $NAME = $ENV{NAME}; print "${NAME}"\''],
    ['shell: bash, command: "echo ${NAME}"'],
    ['shell: /usr/bin/env bash, command: "echo ${NAME}"'],
    ['shell: nix-shell -p jq --run, command: "echo ${NAME}"'],
    ['shell: mylang, command: "echo ${NAME}"'],
    ['shell: python3, command: "${build}"'],
    ['shell: bash, script: "#!/usr/bin/python3\\necho ${NAME}"'],
    ['command: "#!/usr/bin/env bash\\necho ${NAME}"'],
  ])('says nothing of %s', (fields) => {
    expect(lint(step(fields))).toEqual([]);
  });
});

describe('text-taken-as-file', () => {
  it.each([
    ['shell: [python3, -u], command: print 1 2', 'python3 -u -c'],
    [
      'shell: /usr/bin/env node --no-warnings, command: print 1 2',
      '/usr/bin/env node --no-warnings -e',
    ],
    ['shell: deno -q, command: print 1 2', 'deno -q eval'],
  ])('says what takes a text: %s', (fields, fixed) => {
    const { issues } = loadDag(`steps: [{${fields}}]`, { name: 'x', lint: { storedDags: null } });
    expect(issues).toMatchObject([{ message: expect.stringContaining(`\`shell: ${fixed}\``) }]);
  });

  it('says that a program takes files alone', () => {
    const text = 'shell: tclsh\nsteps: [puts 1]';
    const { issues } = loadDag(text, { name: 'x', lint: { storedDags: null } });
    expect(issues).toMatchObject([{ line: 2, message: expect.stringContaining('use `script`') }]);
  });

  it.each([
    'shell: [python3, -u], command: main.py',
    'shell: [python3, runner.py], command: one two',
    'shell: [python3, -uc], command: print 1 2',
    'shell: [bash, -e], command: echo a b',
    'shell: [perl, -nle], command: print 1',
    'shell: [ssh, host], command: echo a',
    'shell: [python3, -u], script: print 1 2',
  ])('says nothing of %s', (fields) => {
    expect(lint(`steps: [{${fields}}]`)).toEqual([]);
  });
});
