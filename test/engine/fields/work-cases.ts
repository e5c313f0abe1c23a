import { logOf, type RunOfEngine } from '../../support/engine.ts';
import { logged, ran, waiting, type FieldCases, type TestElsewhere } from './field-case.ts';
import { chatOfStep } from './chat-cases.ts';
import { redisOfStep } from './redis-cases.ts';
import { s3OfStep } from './s3-cases.ts';
import { sftpOfStep } from './sftp-cases.ts';
import { sshOfStep } from './ssh-cases.ts';
import { inSteps, next, nextStatus, status } from './step-forms.ts';

const child = (name: string): string =>
  `---\nname: ${name}\nparams: [{A: none}]\nsteps: [{name: c, command: echo "$A", output: OUT}]\n`;

/** They need a server. */
const http = (title: string): TestElsewhere => ({ file: 'test/engine/steps/http.test.ts', title });

export const mail = (title: string): TestElsewhere => ({
  file: 'test/engine/step-types/mail.test.ts',
  title,
});

export const mailOfRun = (title: string): TestElsewhere => ({
  file: 'test/engine/mails/mails.test.ts',
  title,
});

export const traced = (title: string): TestElsewhere => ({
  file: 'test/engine/traces/traces.test.ts',
  title,
});

const action = (title: string): TestElsewhere => ({
  file: 'test/engine/step-types/gha.test.ts',
  title,
});

const archive = (title: string): TestElsewhere => ({
  file: 'test/engine/step-types/archive.test.ts',
  title,
});

const sql = (title: string): TestElsewhere => ({
  file: 'test/engine/step-types/sqlite.test.ts',
  title,
});

/** A container is written in two places. */
const inContainer = (key: string, title: string): FieldCases => {
  const elsewhere = { file: 'test/engine/step-types/docker.test.ts', title };
  return { [`container.${key}`]: elsewhere, [`config.${key}`]: elsewhere };
};

const ofImages = (key: string): FieldCases => ({
  [key]: {
    file: 'test/engine/step-types/docker-registry.test.ts',
    title: 'pulls its image always, where it is missing, or never',
  },
});

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
    mail_on_error: mailOfRun('tells that it failed for good, with its own log'),
    'config.from': mail('goes to all recipients, with all references filled in'),
    'config.to': mail('goes to all recipients, with all references filled in'),
    'config.subject': mail('goes to all recipients, with all references filled in'),
    'config.message': mail('goes to all recipients, with all references filled in'),
    'config.contentType': mail('is HTML with attachments where it says so'),
    'config.attachments': mail('is HTML with attachments where it says so'),
    'config.outputs_only': action('runs with its inputs, and its outputs are JSON'),
    'config.source': archive('has its references filled in'),
    'config.destination': archive('has its references filled in'),
    'config.include': archive('takes a single file, and what the patterns mean'),
    'config.verify_integrity': archive('gives back what was put in'),
    'config.max_size': archive('is one that holds more than it may'),
    ...inContainer('exec', 'runs in a container that is there already, and leaves it there'),
    ...inContainer(
      'image',
      'runs its command as words, without a shell, and leaves nothing behind',
    ),
    ...inContainer('name', 'keeps the container where it is told to'),
    ...ofImages('container.pull_policy'),
    ...ofImages('config.pull_policy'),
    ...inContainer(
      'env',
      'has the variables of the step, volumes, working directory and user, and an output',
    ),
    ...inContainer(
      'volumes',
      'has the variables of the step, volumes, working directory and user, and an output',
    ),
    ...inContainer(
      'working_dir',
      'has the variables of the step, volumes, working directory and user, and an output',
    ),
    ...inContainer(
      'user',
      'has the variables of the step, volumes, working directory and user, and an output',
    ),
    ...inContainer(
      'platform',
      'has the platform, the ports and the policy of restarts that it asks for',
    ),
    ...inContainer(
      'ports',
      'has the platform, the ports and the policy of restarts that it asks for',
    ),
    ...inContainer(
      'restart_policy',
      'has the platform, the ports and the policy of restarts that it asks for',
    ),
    ...inContainer(
      'network',
      'has the platform, the ports and the policy of restarts that it asks for',
    ),
    ...inContainer('startup', 'does by itself what its startup says'),
    ...inContainer('command', 'runs beside what its container does by itself'),
    ...inContainer('wait_for', 'waits until its container is healthy'),
    ...inContainer('log_pattern', 'runs beside what its container does by itself'),
    ...inContainer('keep_container', 'keeps the container where it is told to'),
    ...inContainer(
      'shell',
      'ends with the exit code of its command, and keeps the two streams apart',
    ),
    'config.dsn': sql('names a file and tables as it likes'),
    'config.command': sql('may stand in config, with values from the DAG filled in'),
    'config.params': sql('binds values, which stay values whatever they hold'),
    'config.output_format': sql('prints rows as %s'),
    'config.transaction': sql('differs from a command with %s'),
    ...redisOfStep,
    ...s3OfStep,
    ...chatOfStep,
    ...sshOfStep,
    ...sftpOfStep,
    'config.raw': {
      spec: inSteps(`{name: s, type: jq, command: ., script: '"a"', config: {raw: «true|false»}}`),
      observe: logged('s'),
      expected: 'a',
    },
    'config.program': {
      spec: inSteps(
        `{name: s, type: jq, command: ., script: 'null', config: {program: «echo|""»}}`,
      ),
      observe: logged('s'),
      expected: '--indent 2  .',
    },
    'config.args': {
      spec: inSteps(
        `{name: s, type: jq, command: '$n', script: 'null', config: {args: «{n: 1}|{n: 2}»}}`,
      ),
      observe: logged('s'),
      expected: '1',
    },
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
