import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintRules } from '../../../../engine/dag/lint/lint-rules.ts';
import { loadBase, loadDag } from '../../../../engine/steps/load-dag.ts';
import { stepTypes } from '../../../../engine/steps/registry.ts';
import { samples } from '../../../../renderer/features/dags/samples.ts';
import { soundDefinition } from '../corpus/sound-definition.ts';
import { lint, stored } from './lint.ts';
import { marks } from './marks.ts';

describe('the rules for warnings', () => {
  it.each(lintRules)(
    '$code: the wrong example has this warning and no other',
    ({ code, wrong }) => {
      expect(lint(wrong)).toEqual([`${code} ${marks[code]}`]);
    },
  );

  it.each(lintRules)('$code: the right example has no warning', ({ right }) => {
    expect(lint(right)).toEqual([]);
  });

  it('have codes of their own and whole sentences', () => {
    expect(new Set(lintRules.map(({ code }) => code)).size).toBe(lintRules.length);
    for (const { code, title, why, fix } of lintRules) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)+$/);
      expect(title).not.toMatch(/\.$/);
      expect([why, fix]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)]);
    }
  });

  it.each([
    ...samples.map(({ name, spec }) => [name, spec]),
    ...stepTypes.map(({ name, example }) => [`the example of ${name}`, example]),
  ])('find nothing in %s', (_, spec) => {
    expect(lint(spec)).toEqual([]);
  });

  it('are asked only where somebody wants to know, and never of a file with errors', () => {
    const [{ wrong } = { wrong: '' }] = lintRules;

    expect(loadDag(wrong, { name: 'file' }).issues).toEqual([]);
    const faulty = loadDag(`${wrong}x: 1\n`, { name: 'file', lint: { storedDags: null } });
    expect(faulty.issues.map(({ severity }) => severity)).toEqual(['error']);
  });
});

describe('warnings of any file', () => {
  it('never make it invalid, and stand inside the text', () => {
    fc.assert(
      fc.property(soundDefinition, (text) => {
        const lines = text.split('\n');
        const { dag, issues } = loadDag(text, { name: 'file', lint: { storedDags: stored } });

        expect(dag).not.toBeNull();
        for (const { severity, code, line, column } of issues) {
          expect([severity, typeof code]).toEqual(['warning', 'string']);
          expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are found in a very large one before anybody waits', () => {
    const step = (index: number) =>
      `  - {id: s${index}, command: "echo $O${index - 1} \${s${index + 1}.exit_code} \${q${index}.x}", output: O${index}}`;
    const text = `steps:\n${Array.from({ length: 9_000 }, (_, index) => step(index)).join('\n')}`;

    const { dag, issues } = loadDag(text, { name: 'file', lint: { storedDags: stored } });

    expect(dag?.steps).toHaveLength(9_000);
    expect(issues).toHaveLength(1000);
  });
});

describe('unused-param', () => {
  it.each([
    ['is used in a comment', 'params: {A: 1}\nsteps: [echo] # the tool reads A'],
    ['is used in a condition', 'params: {A: 1}\nsteps: [{command: b, preconditions: test "$A"}]'],
    ['is used by another parameter', 'params: "A=1 B=${A}"\nsteps: [echo $B]'],
    [
      'has a dash and is used',
      'params: {dry-run: 1}\nsteps: [{call: nightly, params: "x=${dry-run}"}]',
    ],
    ['may be read by a script file', 'params: {A: 1}\nsteps: [python3 report.py]'],
    ['may be read by a program of its own', 'params: {A: 1}\nsteps: [./run --all]'],
    ['may be read by a build tool', 'params: {A: 1}\nsteps: ["cd x && make all"]'],
    ['is listed by env', 'params: {A: 1}\nsteps: [env]'],
    ['is read as JSON with all others', 'params: {A: 1}\nsteps: ["echo $SVC_PARAMS_JSON"]'],
    ['is positional', 'params: north\nsteps: [echo]'],
  ])('says nothing where the parameter %s', (_, text) => {
    expect(lint(text)).toEqual([]);
  });

  it.each([
    ['params: "A=1 B=2"\nsteps: [echo $A]', '1:14 B'],
    ['params: [A=1, B=2]\nsteps: [echo $A]', '1:15 B'],
    ['params: {A: 1}\nsteps: [echo AB]', '1:10 A'],
    ['params: {dry-run: 1}\nsteps: [echo dry]', '1:10 dry-run'],
    ['steps: [echo $A]\n---\nname: b\nparams: {A: 1}\nsteps: [echo]', '4:10 A'],
  ])('finds it in %j', (text, mark) => {
    expect(lint(text)).toEqual([`unused-param ${mark}`]);
  });
});

it('reports no unused parameter that base.yaml gives all DAGs', () => {
  const { issues } = loadDag('params: {A: 1}\nsteps: [echo $A]', {
    name: 'x',
    base: loadBase('params: {B: 2}'),
    lint: { storedDags: null },
  });

  expect(issues).toEqual([]);
});

describe('output-never-read', () => {
  const followed = (output: string, then = 'echo') =>
    `steps: [{command: a, output: ${output}}, {command: '${then}'}]`;

  it.each([
    ['it is read later', followed('OUT', 'echo $OUT')],
    ['it is that of a last step', 'steps: [{command: a, output: OUT}]'],
    ['it has a key among the results', followed('{name: OUT, key: result}')],
    ['a program may read it', followed('OUT', 'python3 report.py')],
    [
      'the caller of a document reads it by its key',
      `steps: [{call: b, output: RES}, 'echo \${RES.outputs.outA}']\n---\nname: b\n${followed('OUT_A')}`,
    ],
  ])('says nothing where %s', (_, text) => {
    expect(lint(text)).toEqual([]);
  });

  it('finds one that is left out of the results, wherever it stands', () => {
    expect(lint('steps: [{command: a, output: {name: OUT, omit: true}}]')).toEqual([
      'output-never-read 1:30 {name: OUT, omit: true}',
    ]);
  });

  it('finds one that several steps define', () => {
    const text = `steps: [{command: a, output: O}, {command: b, output: O}, echo]`;
    expect(lint(text)).toHaveLength(2);
  });
});

describe('read-too-early', () => {
  const graph = (reader: string) =>
    `type: graph\nsteps: [{name: a, id: ida, command: a, output: OUT}, {name: b, ${reader}}]`;

  it.each([
    ['an output in the shell', graph('command: "echo ${OUT}"'), '2:79 ${OUT}'],
    ['a path into an output', graph('command: "echo ${OUT.x}"'), '2:79 ${OUT.x}'],
    ['the exit code of a step', graph('command: "echo ${ida.exit_code}"'), '2:79 ${ida.exit_code}'],
    [
      'a value of a later step in a chain',
      'steps: [echo $OUT, {command: a, output: OUT}]',
      '1:14 $OUT',
    ],
  ])('finds %s', (_, text, mark) => {
    expect(lint(text)).toContain(`read-too-early ${mark}`);
  });

  it.each([
    ['waits for it', graph('command: "echo $OUT", depends: a')],
    ['sets it itself', graph('command: "OUT=1; echo $OUT"')],
    ['has it as a parameter too', `params: {OUT: 1}\n${graph('command: "echo $OUT"')}`],
    ['escapes it', graph(String.raw`command: 'echo \$OUT'`)],
    [
      'is the one that makes it',
      'steps: [{command: a, output: O, repeat_policy: {condition: $O, expected: x}}]',
    ],
    [
      'asks for its own exit code when it repeats',
      'steps: [{id: s, command: a, repeat_policy: {condition: "${s.exit_code}", expected: "0"}}]',
    ],
    ['is a handler', 'handler_on: {exit: "echo $OUT"}\nsteps: [{command: a, output: OUT}]'],
  ])('says nothing where a step %s', (_, text) => {
    expect(lint(text)).toEqual([]);
  });
});

describe('unknown-reference', () => {
  it.each([
    ['steps: [{id: load, command: a}, "echo ${laod.exit_code}"]', '${laod.exit_code}'],
    ['steps: ["echo ${CONF.port}"]', '${CONF.port}'],
    ['steps: [{command: a, env: {A: "${CONF.port}"}}]', '${CONF.port}'],
    ['dotenv: conf.env\nsteps: ["echo ${nobody.exit_code}"]', '${nobody.exit_code}'],
    ['handler_on: {exit: "cat ${x.stdout}"}\nsteps: [a]', '${x.stdout}'],
    ['env: {A: "${CONF.port}"}\nsteps: [echo $A]', '${CONF.port}'],
    ['shell: ["${CONF.shell}", -e]\nsteps: [ls]', '${CONF.shell}'],
    ['steps: [{shell: ["${CONF.shell}", -e], command: ls}]', '${CONF.shell}'],
    [
      'preconditions: {condition: "${l.exit_code}", expected: "0"}\nsteps: [{id: l, command: a}]',
      '${l.exit_code}',
    ],
    ['steps: [{command: a, env: {A: "{}"}}, "echo ${A.b}"]', '${A.b}'],
    ['steps: [{shell: direct, command: "echo ${CONF[0]}"}]', '${CONF[0]}'],
  ])('finds it in %j', (text, written) => {
    expect(lint(text)).toEqual([expect.stringMatching(/^unknown-reference /)]);
    expect(lint(text)[0]?.endsWith(written)).toBe(true);
  });

  it('suggests the id that was meant', () => {
    const { issues } = loadDag('steps: [{id: load, command: a}, "echo ${laod.exit_code}"]', {
      name: 'x',
      lint: { storedDags: null },
    });
    expect(issues).toMatchObject([
      {
        message: '`${laod.exit_code}`: no step has the id `laod`: did you mean `load`?',
        suggestion: '${load.exit_code}',
      },
    ]);
  });

  it.each([
    ['names a webhook', 'steps: ["echo ${WEBHOOK_PAYLOAD.a}"]'],
    ['may be in a schema file', 'params: {schema: a.json}\nsteps: ["echo ${CONF.port}"]'],
    ['names an item', 'steps: [{call: nightly, parallel: [{a: 1}], params: {A: "${ITEM.a}"}}]'],
    ['may come from a dotenv file', 'dotenv: conf.env\nsteps: ["echo ${CONF.port}"]'],
    [
      'may come from a caller',
      'steps: [{call: b, params: {CONF: "{}"}}]\n---\nname: b\nsteps: ["echo ${CONF.p}"]',
    ],
    ['comes from an approval', 'steps: [{type: hitl, config: {input: [ASK]}}, "echo ${ASK.x}"]'],
    ['is a template of another language', 'steps: [{command: node, script: "`${x.y}`"}]'],
    ['is an element of an array of the shell', 'steps: ["A=(x y); echo ${A[1]}", "test ${B[0]}"]'],
    ['has a default', 'env: {A: "${CONF.port:-80}"}\nsteps: ["echo $A ${CONF.port:-80}"]'],
    [
      'is a default of a shell',
      'steps: ["echo ${HOST-example.com}", {command: a, env: {A: "${H-a.b}"}}]',
    ],
    ['is escaped', String.raw`steps: ['echo \${x.exit_code}']`],
    ['is literal', `steps: ["echo '\${x.exit_code}'"]`],
  ])('says nothing where a reference %s', (_, text) => {
    expect(lint(text)).toEqual([]);
  });
});

describe('single-quoted-reference', () => {
  const step = (command: string) =>
    `params: {A: 1}\nsteps:\n  - id: s\n    command: echo $A\n  - ${command}\n`;

  it.each([
    ["printf '%s' '$A'", "5:17 '$A'"],
    ["true && echo '${A}'", "5:18 '${A}'"],
    ["mail -s 'code ${s.exit_code}' x", "5:13 'code ${s.exit_code}'"],
    ["if true; then echo '$A'; fi", "5:24 '$A'"],
  ])('finds it in %j', (command, mark) => {
    expect(lint(step(command))).toEqual([`single-quoted-reference ${mark}`]);
  });

  it.each([
    ["sh -c 'echo $A'"],
    ["echo '$A' | sh"],
    ["echo 'run $A' > job.sh"],
    ["echo '$NF' $A"],
    ["awk '{print $A}'"],
    ['echo "it\'s $A, isn\'t it"'],
    ['echo "$A" # and not \'$A\''],
    ["echo '${x.y}' $A"],
    ["node -e 'console.log(`${A.b}`)'"],
  ])('says nothing of %j', (command) => {
    expect(lint(step(JSON.stringify(command)))).toEqual([]);
  });
});

describe('unreachable-step', () => {
  it('follows what is always skipped', () => {
    const text = `steps:
  - {name: a, command: x, preconditions: {condition: 1, expected: "2"}}
  - {name: b, command: y}
  - {name: c, command: z, continue_on: skipped}
  - {name: d, command: z}
`;
    expect(lint(text)).toEqual([
      'unreachable-step 2:42 {condition: 1, expected: "2"}',
      'unreachable-step 3:12 b',
      'unreachable-step 4:12 c',
    ]);
  });

  it('finds a step that a router with a fixed value never chooses', () => {
    const text = `type: graph
steps:
  - {name: r, type: router, value: red, routes: {red: a, "re:^blu": b}}
  - {name: a, command: x}
  - {name: b, command: y}
  - {name: c, command: z, depends: b}
`;
    expect(lint(text)).toEqual(['unreachable-step 5:12 b']);
  });

  it('says that no step runs where the DAG has such a condition', () => {
    expect(lint('preconditions: {condition: a, expected: a, negate: true}\nsteps: [x]')).toEqual([
      'unreachable-step 1:16 {condition: a, expected: a, negate: true}',
    ]);
  });

  it.each([
    'params: {A: 1}\nsteps: [{command: x, preconditions: {condition: $A, expected: b}}]',
    'steps: [{command: x, preconditions: {condition: "`date`", expected: b}}]',
    'steps: [{command: x, preconditions: {condition: ab, expected: "re:^a.$"}}]',
    'steps: [{command: x, preconditions: {condition: a, expected: b, negate: true}}]',
    'steps: [{command: x, preconditions: "false"}]',
    'type: graph\nsteps: [{type: router, value: $V, routes: {a: b}}, {name: b, command: x}]',
  ])('says nothing of %j', (text) => {
    expect(lint(text)).toEqual([]);
  });
});

describe('unknown-dag', () => {
  it.each(['nightly', 'nightly.yaml', 'file', './other.yaml', 'to-${A}'])('knows %s', (call) => {
    const text = `steps: [{call: '${call}', preconditions: a}]`;
    expect(lint(text)).toEqual([]);
  });

  it('finds nothing where nobody knows which DAGs there are', () => {
    const load = (storedDags: ReadonlySet<string> | null) =>
      loadDag('steps: [{call: x}]', { name: 'file', lint: { storedDags } }).issues;

    expect(load(null)).toEqual([]);
    expect(load(new Set())).toMatchObject([{ severity: 'warning', code: 'unknown-dag' }]);
  });
});

describe('the other rules', () => {
  it.each([
    ['a group of calls takes no place', 'steps: [[{call: nightly}, {call: weekly}], a]'],
    ['a group of one is none', 'steps: [[a], b]'],
    ['a graph has no groups', 'type: graph\nsteps: [[a, b]]'],
    ['a limit below that of the DAG', 'timeout_sec: 9\nsteps: [{command: a, timeout_sec: 9}]'],
    ['no limit of the DAG', 'steps: [{command: a, timeout_sec: 9}]'],
    ['a router may end what calls itself', 'name: me\nsteps: [{call: me, preconditions: a}]'],
    ['items without params are the parameters', 'steps: [{call: nightly, parallel: [a]}]'],
    [
      'parts of an item are an item',
      'steps: [{call: nightly, parallel: [{a: 1}], params: "A=${ITEM.a}"}]',
    ],
    ['items name what is called', 'steps: [{call: "${ITEM}", parallel: [nightly], params: A=1}]'],
    [
      'mark_success of exit codes',
      'steps: [{command: a, continue_on: {exit_code: 3, mark_success: true}}]',
    ],
  ])('say nothing: %s', (_, text) => {
    expect(lint(text)).toEqual([]);
  });

  it('find a backoff of nothing', () => {
    const policy = '{limit: 1, interval_sec: 0, backoff: true}';
    expect(lint(`steps: [{command: a, retry_policy: ${policy}}]`)).toEqual([
      'wait-never-grows 1:64 backoff',
    ]);
  });

  it('look at handlers and documents after the first', () => {
    const continued = 'continue_on: {mark_success: true}';
    const text = `handler_on: {exit: {command: a, ${continued}}}\nsteps: [a]\n---\nname: b\nsteps: [{command: c, ${continued}}]`;
    expect(lint(text)).toEqual([
      'mark-success-alone 1:47 mark_success',
      'mark-success-alone 5:36 mark_success',
    ]);
  });
});
