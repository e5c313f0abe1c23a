import { describe, expect, it } from 'vitest';
import { turnOlderForms } from '../../../../engine/dag/import/turn-older-forms.ts';
import { loadDag } from '../../../../engine/steps/load-dag.ts';

const dags = new Map(
  Object.entries({
    child: 'child',
    'nightly load': 'nightly-load',
    'nightly-load': 'nightly-load',
  }),
);
const lint = { storedDags: new Set(dags.values()) };
const load = (text: string) => Promise.resolve(loadDag(text, { name: 'it', lint }).issues);
const turn = (text: string) => turnOlderForms(text, load, dags);
const steps = (...lines: readonly string[]) =>
  `steps:\n${lines.map((line) => `  ${line}\n`).join('')}`;

describe('a definition of Dagu that is not the same here says so at its line', () => {
  it.each<readonly [what: string, before: string, line: number, remark: RegExp, now: string]>([
    [
      'a command by `run`',
      steps('- run: ./backup.sh --full'),
      2,
      /`run` became `command`/,
      'command: ./backup.sh --full',
    ],
    [
      'a word that no DAG is called',
      steps('- run: uptime'),
      2,
      /No DAG is called `uptime`/,
      'command: uptime',
    ],
    [
      'a script by `run`',
      steps('- id: a', '  run: |', '    set -e', '    ls'),
      2,
      /became `script`/,
      'script: |\n      set -e\n      ls\n',
    ],
    [
      'a list by `run`',
      steps('- run:', '    - ls', '    - df'),
      2,
      /became `command`/,
      'command:\n      - ls\n      - df\n',
    ],
    [
      'its shell',
      steps('- run: echo $0', '  with: {shell: bash -e, shell_args: [-c]}'),
      2,
      /became `command`/,
      'shell: bash -e -c\n    command: echo $0',
    ],
    [
      'a word that a reader takes for a boolean',
      steps('- run: true'),
      2,
      /No DAG/,
      'command: "true"',
    ],
    [
      'a DAG with parameters that is not there',
      steps('- run: other', '  params: {A: 1}'),
      2,
      /`other` not found/,
      'call: other',
    ],
    [
      'a call of a DAG that is not there',
      steps('- call: other'),
      2,
      /`other` not found/,
      'call: other',
    ],
    [
      'steps that begin at once',
      steps('- run: ls', '- run: df'),
      1,
      /`type: graph` was added/,
      'type: graph\nsteps:\n  - command: ls',
    ],
    [
      'a container of a name',
      steps(
        '- command: ls',
        '  type: docker',
        '  config: {image: a, containerName: n, autoRemove: true}',
      ),
      2,
      /starts a new container/,
      'name: n',
    ],
    [
      'a container that stayed',
      steps('- command: ls', '  executor: {type: docker, config: {image: a, pull: missing}}'),
      2,
      /`keep_container: true`/,
      'pull_policy: missing',
    ],
    [
      'a run that waits in a queue',
      steps('- action: dag.enqueue', '  with: {dag: child, queue: slow}'),
      2,
      /waits until it ends/,
      'call: child',
    ],
    [
      'a form',
      steps(
        '- id: ask',
        '  action: human.task',
        '  with:',
        '    prompt: Where to?',
        '    form: {type: object, properties: {ENV: {type: string}}, required: [ENV]}',
      ),
      2,
      /Each field of the form/,
      'input:\n        - ENV\n      required:\n        - ENV\n',
    ],
    [
      'parameters with types',
      'params:\n  - name: DAY\n    type: integer\n    default: 3\n    required: true\n  - MODE: fast\nsteps: [echo]\n',
      1,
      /became a schema/,
      'schema:\n    type: object\n    properties:\n      DAY:\n        type: integer\n        default: 3\n      MODE:\n        default: fast\n    required:\n      - DAY\n',
    ],
    [
      'parameters by a schema',
      'params:\n  type: object\n  properties: {DAY: {type: integer}}\nsteps: [echo]\n',
      1,
      /became a schema/,
      'schema:\n    type: object',
    ],
    [
      'routes without a type',
      steps('- {type: router, value: a, routes: {a: [b]}}', '- {name: b, command: ls}'),
      1,
      /`type: graph` was added/,
      'type: graph\nsteps:',
    ],
    [
      'a name with blanks',
      'name: nightly load\nsteps: [echo]\n',
      1,
      /became `nightly-load`/,
      'name: nightly-load\n',
    ],
    [
      'a name of a step that is too long',
      steps(
        '- name: copies all of yesterday to the other building',
        '  command: echo',
        '- name: b',
        '  command: echo',
        '  depends: copies all of yesterday to the other building',
      ),
      3,
      /was shortened/,
      'depends: copies all of yesterday to the other bui\n',
    ],
    [
      'a policy that does not say which way',
      steps(
        '- command: ls',
        '  repeatPolicy: {repeat: true, intervalSec: 1, condition: test -f a}',
      ),
      2,
      /`repeat: true` means `while`/,
      'interval_sec',
    ],
    [
      'values in code for another program',
      'params: "FILE=a.csv"\nsteps:\n  - command: python3\n    script: |\n      print("$FILE", "$1")\n',
      5,
      /`\$FILE` is not expanded in code for python3.*Before, it was filled in\./,
      'print("$FILE", "$1")',
    ],
    [
      'values in single quotes',
      'params: A=1\nsteps:\n  - command: >-\n      curl -d \'{"a": "${A}"}\' https://a.b\n',
      4,
      /`\$\{A\}` is in single quotes.*Dagu did so before/,
      'curl -d',
    ],
    [
      'an approval in a graph',
      steps(
        '- {id: build, run: make all, approval: {prompt: Go?, input: [ENV]}}',
        '- {id: ship, depends: [build], run: ./ship}',
      ),
      3,
      /`approval` became the step `build-approval`.*cannot be sent back/,
      'config: { prompt: Go?, input: [ ENV ] }\n    depends:\n      - build\n  - { id: ship, depends: [ build-approval ]',
    ],
    [
      'an approval in a chain',
      steps('- {command: make, approval: {rewind_to: a}}', '- ls'),
      2,
      /`step-approval`.*`rewind_to` is left out/,
      '- name: step-approval\n    type: hitl\n  - ls\n',
    ],
    [
      'an approval of steps by their names',
      'type: graph\nsteps:\n  a: {command: make, approval: {prompt: ok}}\n  b: {command: ls, depends: a}\n',
      3,
      /`a-approval`/,
      'a-approval:\n    type: hitl\n    config: { prompt: ok }\n    depends:\n      - a\n  b: { command: ls, depends: a-approval }',
    ],
    [
      'an output with parts',
      steps(
        '- {id: build, run: make all, output: {tag: {from: stdout, decode: json, select: .image.tag}, all: {from: stdout}, v: v1}}',
        '- {run: "echo ${steps.build.outputs.tag} ${build.output.all.x} ${steps.build.outputs.v}"}',
      ),
      3,
      /`output` became the variable `BUILD_OUTPUT`/,
      'output: BUILD_OUTPUT }\n  - { command: "echo ${BUILD_OUTPUT.image.tag} ${BUILD_OUTPUT.x} v1", depends: [ build ] }',
    ],
    [
      'an output of texts',
      steps('- {id: build, command: make, output: {v: v1}}', '- echo ${build.output.v}'),
      2,
      /The texts of `output` stand where they were read/,
      '- { id: build, command: make }\n  - echo v1\n',
    ],
    [
      'a custom action whose output was checked',
      'actions: {a: {input_schema: {}, output_schema: {type: object}, template: {run: make all}}}\nsteps: [{action: a}]\n',
      1,
      /failed where its output did not keep to `output_schema`/,
      'steps: [ { command: make all } ]',
    ],
    [
      'work on files whose report is kept',
      steps('- {id: w, action: file.delete, with: {path: a, missing_ok: true}}'),
      2,
      /printed JSON.*Here it prints nothing/,
      'command: rm -f -- a',
    ],
    [
      'a text that names what nothing declares',
      steps('- {action: file.write, with: {path: a, content: "cd $HOME"}}'),
      2,
      /`\$HOME` is declared nowhere.*write `\\\$HOME`/,
      'cd $HOME',
    ],
    [
      'a list of words in an earlier version',
      steps('- {command: [echo, hi], dir: /tmp}'),
      2,
      /In earlier versions a list was one command/,
      'command: [echo, hi], working_dir',
    ],
    [
      'what is known of a run only there',
      steps('- command: echo ${trigger.type}'),
      2,
      /`\$\{trigger.type\}`.*Before, it was filled in/,
      'trigger.type',
    ],
    [
      'a variable that changes how programs load',
      steps('- {command: ls, approval: {prompt: ok, input: [ENV]}}'),
      5,
      /`ENV`.*Before, it was set/,
      'input: [ ENV ]',
    ],
    [
      'a number of runs',
      'maxActiveRuns: 3\nsteps: [echo]\n',
      1,
      /`max_active_runs`/,
      'max_active_runs: 3',
    ],
  ])('%s', async (_, before, ...[line, remark, now]) => {
    const { text, remarks, problems } = await turn(before);

    expect(problems).toEqual([]);
    expect(text).toContain(now);
    expect(remarks).toContainEqual({ line, message: expect.stringMatching(remark) });
  });
});
