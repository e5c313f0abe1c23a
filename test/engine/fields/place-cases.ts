import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logged, ran, type FieldCase, type FieldCases } from './field-case.ts';
import { inSteps, status } from './step-forms.ts';

/** Cases of the fields that say where a step runs, with what, and where that what it prints goes. */
export function whereItRuns(folder: string): FieldCases {
  const copied = (stream: 'stdout' | 'stderr'): FieldCase => ({
    spec: inSteps(
      `{name: s, ${stream}: «${folder}/${stream}|», command: "echo out; echo err >&2"}`,
    ),
    // Without the field nothing is added to what the run with it has left.
    observe: ran(({ run }) => {
      return [run.nodes[0]?.step[stream], readFileSync(join(folder, stream), 'utf8')];
    }),
    expected: [join(folder, stream), stream === 'stdout' ? 'out\n' : 'err\n'],
  });
  const outputs = ran(async ({ engine, name, dagRunId }) => {
    return (await engine.client.call('runs.outputs', { name, dagRunId })).outputs;
  });
  return {
    working_dir: {
      spec: inSteps(`{name: s, working_dir: «${folder}|», command: pwd}`),
      observe: logged('s'),
      expected: folder,
    },
    shell: {
      spec: inSteps('{name: s, shell: «[/bin/sh, -u]|», command: echo "$NONE"}'),
      observe: status,
      expected: 'failed',
    },
    stdout: copied('stdout'),
    stderr: copied('stderr'),
    'output.name': {
      spec: inSteps(
        '{name: s, command: echo x, output: {name: «ONE|TWO»}}',
        `{name: next, command: 'echo "[$ONE]"'}`,
      ),
      observe: logged('next'),
      expected: '[x]',
    },
    'output.key': {
      spec: inSteps('{name: s, command: echo x, output: {name: ONE, key: «other|»}}'),
      observe: outputs,
      expected: { other: 'x' },
    },
    'output.omit': {
      spec: inSteps('{name: s, command: echo x, output: {name: ONE, omit: «true|false»}}'),
      observe: outputs,
      expected: {},
    },
    env: {
      spec: inSteps(`{name: s, env: «[{A: x}]|», command: 'echo "[$A]"'}`),
      observe: logged('s'),
      expected: '[x]',
    },
    log_output: {
      spec: inSteps('{name: s, log_output: «merged|», command: "true"}'),
      observe: ran(({ node }) => node('s').stdout === node('s').stderr),
      expected: true,
    },
    log_output_encoding: {
      file: 'test/engine/execution/output-encoding.test.ts',
      title: 'is read by the encoding that the step, or else the DAG, names',
    },
    signal_on_stop: {
      file: 'test/engine/execution/stop.test.ts',
      title: 'sends %s where `signal_on_stop` says so',
    },
    timeout_sec: {
      file: 'test/engine/execution/stop.test.ts',
      title: 'of a step fails it with 124 and ends its whole group',
    },
  };
}
