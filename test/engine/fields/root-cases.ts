import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { logOf } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { mail, mailOfRun, traced } from './work-cases.ts';
import { logged, ran, shown, waiting, type FieldCases } from './field-case.ts';
import { chatOfDag } from './chat-cases.ts';
import { containerOfDag } from './container-cases.ts';
import { redisOfDag } from './redis-cases.ts';
import { s3OfDag } from './s3-cases.ts';
import { sshOfDag } from './ssh-cases.ts';

const one = 'steps: [{name: s, command: "true"}]';
const says = `steps: [{name: s, command: 'echo "[$A]"'}]`;

/** Cases of the fields of a DAG. */
export function rootCases(): FieldCases {
  const folder = temporaryFolder('fields');
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const secret = (fields: string): string =>
    `secrets: [{${fields}}]\nsteps: [{name: s, command: 'echo "\${#S}"'}]`;
  const status = ran(({ run }) => run.statusLabel);

  return {
    name: {
      spec: `name: «given|»\n${one}`,
      observe: shown(({ dag }) => dag.name),
      expected: 'given',
    },
    description: {
      spec: `description: «What it does|»\n${one}`,
      observe: shown(({ dag }) => dag.description),
      expected: 'What it does',
    },
    group: {
      spec: `group: «Reports|»\n${one}`,
      observe: shown(({ dag }) => dag.group),
      expected: 'Reports',
    },
    tags: {
      spec: `tags: «{env: prod}|»\n${one}`,
      observe: shown(({ dag }) => dag.tags),
      expected: ['env=prod'],
    },
    type: {
      spec: 'type: «graph|chain»\nsteps: [{name: a, command: exit 1}, {name: b, command: "true"}]',
      observe: ran(({ node }) => node('b').statusLabel),
      expected: 'succeeded',
    },
    'schedule.start': {
      spec: `schedule: {start: «"1 2 * * *"|[]»}\n${one}`,
      observe: shown(({ dag, nextRuns }) => [dag.schedule, nextRuns.length]),
      expected: [[{ expression: '1 2 * * *' }], 5],
    },
    'schedule.stop': {
      spec: `schedule: {stop: «"1 2 * * *"|[]»}\n${one}`,
      observe: shown(({ dag }) => dag.stopSchedule),
      expected: [{ expression: '1 2 * * *' }],
    },
    'schedule.restart': {
      spec: `schedule: {restart: «"1 2 * * *"|[]»}\n${one}`,
      observe: shown(({ dag }) => dag.restartSchedule),
      expected: [{ expression: '1 2 * * *' }],
    },
    skip_if_successful: {
      spec: `skip_if_successful: «true|false»\n${one}`,
      observe: shown(({ dag }) => dag.skipIfSuccessful),
      expected: true,
    },
    restart_wait_sec: {
      spec: `restart_wait_sec: «90|0»\n${one}`,
      observe: shown(({ dag }) => dag.restartWaitSec),
      expected: 90,
    },
    catchup_window: {
      spec: `catchup_window: «60h|»\n${one}`,
      observe: shown(({ dag }) => dag.catchupWindow),
      expected: '2d12h',
    },
    overlap_policy: {
      spec: `overlap_policy: «latest|»\n${one}`,
      observe: shown(({ dag }) => dag.overlapPolicy),
      expected: 'latest',
    },
    jitter_sec: {
      spec: `jitter_sec: «300|0»\n${one}`,
      observe: shown(({ dag }) => dag.jitterSec),
      expected: 300,
    },
    queue: {
      spec: `queue: «reports|»\n${one}`,
      observe: shown(({ dag }) => dag.queue),
      expected: 'reports',
    },
    max_active_runs: {
      spec: `max_active_runs: «4|»\n${one}`,
      observe: shown(({ dag }) => dag.max_active_runs),
      expected: 4,
    },
    'params.schema': {
      spec: `params: {schema: {properties: {A: {«default: x|»}}}}\n${says}`,
      observe: logged('s'),
      expected: '[x]',
    },
    'params.values': {
      spec: `params: {schema: {properties: {}}, values: «[{A: x}]|»}\n${says}`,
      observe: logged('s'),
      expected: '[x]',
    },
    env: {
      spec: `env: «[{A: x}]|»\n${says}`,
      observe: logged('s'),
      expected: '[x]',
    },
    dotenv: {
      spec: `dotenv: «${file('variables', 'A=x\n')}|[]»\n${says}`,
      observe: logged('s'),
      expected: '[x]',
    },
    'secrets.name': {
      spec: secret(`name: «S|T», provider: file, key: ${file('secret', 'hidden\n')}`),
      observe: logged('s'),
      expected: '6',
    },
    'secrets.provider': {
      spec: secret(`name: S, provider: «file|env», key: ${join(folder, 'secret')}`),
      observe: status,
      expected: 'succeeded',
    },
    'secrets.key': {
      spec: secret(`name: S, provider: file, key: ${folder}/«secret|variables»`),
      observe: logged('s'),
      expected: '6',
    },
    'secrets.options.trim': {
      spec: secret(`name: S, provider: file, key: ${folder}/secret, options: {«trim: "false"|»}`),
      observe: logged('s'),
      expected: '7',
    },
    'preconditions.condition': {
      spec: `preconditions: [{condition: «one|two», expected: two}]\n${one}`,
      observe: status,
      expected: 'aborted',
    },
    'preconditions.expected': {
      spec: `preconditions: [{condition: "true", expected: «other|»}]\n${one}`,
      observe: status,
      expected: 'aborted',
    },
    'preconditions.negate': {
      spec: `preconditions: [{condition: "true", negate: «true|false»}]\n${one}`,
      observe: status,
      expected: 'aborted',
    },
    'run_config.disable_param_edit': {
      spec: `run_config: {disable_param_edit: «true|false»}\n${one}`,
      observe: shown(({ dag }) => dag.runConfig),
      expected: { disableParamEdit: true, disableRunIdEdit: false },
    },
    'run_config.disable_run_id_edit': {
      spec: `run_config: {disable_run_id_edit: «true|false»}\n${one}`,
      observe: shown(({ dag }) => dag.runConfig),
      expected: { disableParamEdit: false, disableRunIdEdit: true },
    },
    working_dir: {
      spec: `working_dir: «${folder}|»\nsteps: [{name: s, command: pwd}]`,
      observe: logged('s'),
      expected: folder,
    },
    shell: {
      spec: 'shell: «[/bin/sh, -u]|»\nsteps: [{name: s, command: echo "$NONE" }]',
      observe: status,
      expected: 'failed',
    },
    log_dir: {
      spec: `log_dir: «${folder}/logs|»\n${one}`,
      observe: ran(({ run }) => run.log.startsWith(join(folder, 'logs'))),
      expected: true,
    },
    ...redisOfDag,
    ...s3OfDag,
    ...chatOfDag,
    ...containerOfDag,
    ...sshOfDag,
    log_output: {
      spec: `log_output: «merged|separate»\n${one}`,
      observe: ran(({ node }) => node('s').stdout === node('s').stderr),
      expected: true,
    },
    log_output_encoding: {
      file: 'test/engine/execution/output-encoding.test.ts',
      title: 'is read by the encoding that the step, or else the DAG, names',
    },
    hist_retention_days: {
      file: 'test/engine/services/retention.test.ts',
      title: 'of 0 removes a run and its logs as soon as it ends',
    },
    hist_retention_runs: {
      file: 'test/engine/services/retention-runs.test.ts',
      title: 'keeps the newest runs, though the days would keep all',
    },
    max_active_steps: {
      spec: `type: graph
max_active_steps: «2|1»
steps:
  - {name: a, command: 'for i in 1 2 3 4 5 6 7 8 9 10; do [ -e go ] && exit; sleep 0.1; done; exit 1'}
  - {name: b, command: touch go}
`,
      observe: status,
      expected: 'succeeded',
    },
    timeout_sec: {
      file: 'test/engine/execution/stop.test.ts',
      title: 'of a run fails it, aborts what runs and starts nothing more',
    },
    delay_sec: {
      file: 'test/engine/execution/stop.test.ts',
      title: 'ends the wait of `delay_sec` at once',
    },
    max_clean_up_time_sec: {
      file: 'test/engine/execution/stop.test.ts',
      title: 'leaves nothing of a step that ignores it, nor of its children and theirs',
    },
    max_output_size: {
      spec: 'max_output_size: «3|»\nsteps: [{name: s, command: echo abcdef, output: OUT}]',
      observe: status,
      expected: 'failed',
    },
    'smtp.host': mail('goes to all recipients, with all references filled in'),
    'smtp.port': mail('goes to all recipients, with all references filled in'),
    'smtp.username': mail('goes to all recipients, with all references filled in'),
    'smtp.password': mail('says that the password is wrong, and not which it is'),
    ...Object.fromEntries(
      ['error_mail', 'info_mail', 'wait_mail'].flatMap((field) =>
        ['from', 'to', 'prefix', 'attach_logs'].map((key) => [
          `${field}.${key}`,
          mailOfRun('is told by mail when it failed, with references filled in and the logs'),
        ]),
      ),
    ),
    'mail_on.success': mailOfRun('tells of %s alone where its DAG says so'),
    'mail_on.failure': mailOfRun('tells of %s alone where its DAG says so'),
    'mail_on.wait': mailOfRun('tells once of each wait, with or without a handler'),
    ...Object.fromEntries(
      ['enabled', 'endpoint', 'headers', 'resource'].map((key) => [
        `otel.${key}`,
        traced('has a span for the run and each step that ran, with the headers and resource'),
      ]),
    ),
    'otel.insecure': traced('goes by gRPC to an endpoint without a scheme'),
    'otel.timeout': traced('is noted in the log of its run, with the reason'),
    'handler_on.init': {
      spec: `handler_on: {«init: {command: "true"}|»}\n${one}`,
      observe: ran(({ run }) => run.onInit?.statusLabel),
      expected: 'succeeded',
    },
    'handler_on.success': {
      spec: `handler_on: {«success: {command: "true"}|»}\n${one}`,
      observe: ran(({ run }) => run.onSuccess?.statusLabel),
      expected: 'succeeded',
    },
    'handler_on.failure': {
      spec: 'handler_on: {«failure: {command: "true"}|»}\nsteps: [{command: exit 1}]',
      observe: ran(({ run }) => run.onFailure?.statusLabel),
      expected: 'succeeded',
    },
    'handler_on.abort': {
      spec: `preconditions: "false"\nhandler_on: {«abort: {command: "true"}|»}\n${one}`,
      observe: ran(({ run }) => run.onAbort?.statusLabel),
      expected: 'succeeded',
    },
    'handler_on.wait': {
      spec: `handler_on: {«wait: {command: echo "for $DAG_WAITING_STEPS"}|»}
steps: [{name: gate, type: hitl}]
`,
      observe: waiting(async (run) => {
        return logOf(run, 'onWait').catch(() => 'no such step');
      }),
      expected: 'for gate',
    },
    'handler_on.exit': {
      spec: `handler_on: {«exit: {command: "true"}|»}\n${one}`,
      observe: ran(({ run }) => run.onExit?.statusLabel),
      expected: 'succeeded',
    },
    steps: {
      spec: 'steps: «[{name: s, command: echo x}]|[]»',
      observe: ran(({ run }) => run.nodes.map(({ step }) => step.name)),
      expected: ['s'],
    },
  };
}
