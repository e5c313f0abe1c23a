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

describe('a definition of Dagu that cannot be taken says why at its line', () => {
  it.each<readonly [what: string, before: string, line: number, problem: RegExp]>([
    [
      'a list of files',
      steps('- action: file.list', '  with: {path: a}'),
      2,
      /`file.list` has no counterpart here: let a shell step run `find`/,
    ],
    [
      'a file as JSON',
      steps('- action: file.read', '  with: {path: a, format: json}'),
      2,
      /`format` in `with`/,
    ],
    [
      'work on files that is only tried',
      steps('- action: file.delete', '  with: {path: a, dry_run: true}'),
      2,
      /`dry_run` in `with`/,
    ],
    [
      'a template that is a program',
      steps(
        '- action: template.render',
        '  with: {template: "{{ range .a }}x{{ end }}", data: {a: [1]}}',
      ),
      2,
      /since `\{\{ range .a \}\}` is more than a value.*`cat <<EOF`/,
    ],
    [
      'a template without a value that it names',
      steps('- action: template.render', '  with: {template: "{{ .a }}", data: {b: 1}}'),
      2,
      /there is no input `a`/,
    ],
    [
      'a template of a variable',
      steps('- action: template.render', '  with: {template_ref: "${env.T}"}'),
      2,
      /`template_ref` in `with`/,
    ],
    ['an agent', steps('- action: harness.run', '  with: {prompt: a}'), 2, /`harness.run`.*`chat`/],
    ['a cluster', steps('- action: k8s.run', '  with: {command: a}'), 2, /`k8s.run`.*`kubectl`/],
    [
      'outputs by an action',
      steps('- action: outputs.write', '  with: {values: {a: 1}}'),
      2,
      /`outputs.write`.*`output: NAME`/,
    ],
    [
      'outputs by a file',
      steps('- {id: a, command: ls, outputs: [{name: x}]}'),
      2,
      /`outputs`.*`output: NAME`/,
    ],
    [
      'an output of another place',
      steps('- {id: a, command: ls, output: {v: {from: stderr}}}'),
      2,
      /`v` of `output`.*\$\{NAME.v\}/,
    ],
    [
      'a default of an unknown name',
      'defaults: {shell: bash}\nsteps: [ls]\n',
      1,
      /`shell` in `defaults`.*write what it means/,
    ],
    [
      'a custom action with a condition',
      'actions: {a: {input_schema: {}, template: {run: "{{ if .input.x }}a{{ end }}"}}}\nsteps: [{action: a}]\n',
      2,
      /`a` cannot be written out: `\{\{ if .input.x \}\}` is more than a value/,
    ],
    [
      'a custom action without an input that it reads',
      'actions: {a: {input_schema: {}, template: {run: "ls {{ .input.x }}"}}}\nsteps: [{action: a}]\n',
      2,
      /there is no input `x`/,
    ],
    [
      'custom actions that are made of each other',
      'actions: {a: {template: {action: b}}, b: {template: {action: a}}}\nsteps: [{action: a}]\n',
      2,
      /made of themselves/,
    ],
    [
      'an approval beside other steps',
      'steps:\n  - - {command: a, approval: {}}\n    - b\n',
      2,
      /`approval` of a step that runs beside others.*`type: hitl`/,
    ],
    [
      'a selection of workers',
      'worker_selector: {gpu: "1"}\nsteps: [ls]\n',
      1,
      /`worker_selector`.*runs on this computer/,
    ],
    ['consts that are no texts', 'consts: {A: [1]}\nsteps: [ls]\n', 1, /`consts`.*`env`/],
    [
      'functions',
      'functions: [{name: f, command: ls}]\nsteps: [ls]\n',
      1,
      /`functions`.*write the command/,
    ],
    [
      'retries of a whole run',
      'retry_policy: {limit: 2}\nsteps: [ls]\n',
      1,
      /`retry_policy`.*into the steps/,
    ],
    ['a package', steps('- action: acme/notify@v1'), 2, /`acme\/notify@v1`/],
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
