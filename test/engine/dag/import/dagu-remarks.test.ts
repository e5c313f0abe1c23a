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

describe('a definition of Dagu that cannot be taken says why at its line', () => {
  it.each<readonly [what: string, before: string, line: number, problem: RegExp]>([
    [
      'a file',
      steps('- action: file.read', '  with: {path: a}'),
      2,
      /`file.read` has no counterpart/,
    ],
    [
      'a template',
      steps('- action: template.render', '  with: {template: a}'),
      2,
      /`template.render`/,
    ],
    ['an agent', steps('- action: harness.run', '  with: {prompt: a}'), 2, /`harness.run`/],
    ['a cluster', steps('- action: k8s.run', '  with: {command: a}'), 2, /`k8s.run`/],
    ['a package', steps('- action: acme/notify@v1'), 2, /`acme\/notify@v1`/],
    [
      'an action of its own',
      'actions: {a: {template: {run: ls}}}\nsteps: [{action: a}]\n',
      1,
      /`actions`/,
    ],
    [
      'packages of a shell',
      steps('- run: ls', '  with: {shell_packages: [curl]}'),
      2,
      /`shell_packages` in `with`/,
    ],
    [
      'ports of a container',
      steps(
        '- command: ls',
        '  type: docker',
        '  config: {image: a, host: {portBindings: {"80/tcp": [{HostPort: "8"}]}}}',
      ),
      2,
      /`portBindings` in `host`/,
    ],
    ['an approval', steps('- command: ls', '  approval: {prompt: a}'), 3, /`approval`/],
    ['an output with parts', steps('- command: ls', '  output: {v: {from: stdout}}'), 3, /`v`/],
    ['defaults of steps', 'defaults: {timeout_sec: 3}\nsteps: [echo]\n', 1, /`defaults`/],
    ['a kind of DAG', 'type: agent\nsteps: [echo]\n', 1, /`type`/],
    [
      'a trace of a request',
      steps('- command: GET https://a.b', '  type: http', '  config: {debug: true}'),
      4,
      /`debug`/,
    ],
  ])('%s', async (_, before, line, problem) => {
    const { problems } = await turn(before);

    expect(problems).toContainEqual({ line, message: expect.stringMatching(problem) });
  });
});
