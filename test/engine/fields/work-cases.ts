import { logOf, type RunOfEngine } from '../../support/engine.ts';
import { logged, ran, waiting, type FieldCases, type TestElsewhere } from './field-case.ts';
import { inSteps, next, nextStatus, status } from './step-forms.ts';

const child = (name: string): string =>
  `---\nname: ${name}\nparams: [{A: none}]\nsteps: [{name: c, command: echo "$A", output: OUT}]\n`;

/** They need a server. */
const http = (title: string): TestElsewhere => ({ file: 'test/engine/steps/http.test.ts', title });

/** Cases of the fields that say what a step is and does. */
export function whatIsDone(folder: string): FieldCases {
  const gate = (config: string): string =>
    `${inSteps(`{name: s, type: hitl, config: {${config}}}`)}`;
  const calling = (fields: string): string =>
    `${inSteps(`{name: s, ${fields}}`)}${child('a')}${child('b')}`;
  const meets = `touch ${folder}/$R-$A; n=0; until [ -e ${folder}/$R-x ] && [ -e ${folder}/$R-y ]; do n=$((n+1)); [ $n -lt 10 ]; sleep 0.1; done`;
  return {
    name: {
      spec: inSteps('{name: «given|», command: "true"}'),
      observe: ran(({ run }) => run.nodes[0]?.step.name),
      expected: 'given',
    },
    id: {
      spec: inSteps(
        '{name: s, id: «one|», command: "true"}',
        `{name: next, command: 'test "\${one.exit_code}" = 0'}`,
      ),
      observe: nextStatus,
      expected: 'succeeded',
    },
    description: {
      spec: inSteps('{name: s, description: «Why|», command: "true"}'),
      observe: ran(({ node }) => node('s').step.description),
      expected: 'Why',
    },
    type: {
      spec: `${inSteps('{name: s, type: «dag|shell», command: a}')}${child('a')}`,
      observe: status,
      expected: 'succeeded',
    },
    'config.prompt': {
      spec: gate('prompt: «Really?|»'),
      observe: waiting((run) => logOf(run, 's')),
      expected: 'waiting for approval: Really?',
    },
    'config.input': {
      spec: gate('input: «[WHO]|[]»'),
      observe: waiting((run) => logOf(run, 's')),
      expected: 'waiting for approval\ninputs: WHO',
    },
    'config.required': {
      spec: gate('input: [WHO], required: «[WHO]|[]»'),
      observe: waiting(approve),
      expected: 'refused',
    },
    'config.headers': http('sends what the step says, with all references filled in'),
    'config.query': http('sends what the step says, with all references filled in'),
    'config.body': http('sends a body with every method, and tells its length'),
    'config.timeout': http('for its timeout says so, while it waits for the %s'),
    'config.silent': http('gives its body as the output, whose fields later steps read'),
    'config.json': http('prints one object with %s for the answer %s'),
    'config.tls_skip_verify': http('is refused with advice, and accepted where the step trusts it'),
    command: {
      spec: inSteps('{name: s, command: «[echo a, echo b]|echo a»}'),
      observe: logged('s'),
      expected: 'a\nb',
    },
    script: {
      spec: inSteps('{name: s, command: cat, script: «one|two»}'),
      observe: logged('s'),
      expected: 'one',
    },
    call: {
      spec: calling('call: «b|a»'),
      observe: ran(({ node }) => node('s').subRuns[0]?.name),
      expected: 'b',
    },
    params: {
      spec: calling('call: a, params: «{A: x}|»'),
      observe: ran(({ node }) => node('s').subRuns[0]?.params),
      expected: 'A=x',
    },
    'parallel.items': {
      spec: calling('call: a, parallel: {items: «[x, y]|[x]»}'),
      observe: ran(({ node }) => node('s').subRuns.length),
      expected: 2,
    },
    'parallel.max_concurrent': {
      spec: `${inSteps('{name: s, call: meet, params: {A: "${ITEM}", R: "${DAG_RUN_ID}"}, parallel: {items: [x, y], max_concurrent: «2|1»}}')}---
name: meet
params: [{A: none}, {R: none}]
steps: [{command: "${meets}"}]
`,
      observe: status,
      expected: 'succeeded',
    },
    value: {
      spec: `type: graph\n${inSteps('{name: s, type: router, value: «go|stay», routes: {go: next}}', next)}`,
      observe: nextStatus,
      expected: 'succeeded',
    },
    routes: {
      spec: `type: graph\n${inSteps('{name: s, type: router, value: go, routes: {«go|stay»: next}}', next)}`,
      observe: nextStatus,
      expected: 'succeeded',
    },
  };
}

/** Gives nothing. */
async function approve({ engine, name, dagRunId }: RunOfEngine): Promise<string> {
  const gate = { name, dagRunId, stepName: 's' };
  return engine.client.call('runs.approve', gate).then(
    () => 'approved',
    () => 'refused',
  );
}
