import { operationNames, type OperationName } from '../../../engine/contract/operations.ts';
import { inlineParent, stepsOf, STEPS_OF_MANY } from './costly-dags.ts';
import type { Known } from './costly-requests.ts';

/** A request of an administrator. */
export type CallServer = (method: string, path: string, body?: object) => Promise<unknown>;

const steps = (command: string) => `steps:\n  - {name: only, command: ${command}}\n`;
const zoned = (line: number) => `  - "CRON_TZ=Europe/Berlin ${line % 60} 0 29 2 1"\n`;

const definitions: Readonly<Record<string, string>> = {
  quick: `params:\n  - A: x\n${steps('echo hello')}`,
  gate: 'steps:\n  - {name: only, type: hitl, config: {input: [A]}}\n',
  parent: inlineParent,
  many: stepsOf(STEPS_OF_MANY),
  chatty: steps('"seq 1 500000"'),
  due: `schedule:\n${Array.from({ length: 100 }, (_, index) => zoned(index)).join('')}${steps('"true"')}`,
};

interface Detail {
  readonly dagRun: {
    readonly nodes: readonly { readonly subRuns: readonly { readonly dagRunId: string }[] }[];
  };
}

/** Makes what costly requests are about: large definitions, a long log, a run of many steps, a webhook. */
export async function furnish(call: CallServer): Promise<Known> {
  for (const [name, spec] of Object.entries(definitions))
    await call('POST', '/dags', { name, spec });
  for (const name of Object.keys(definitions)) {
    await call('POST', `/dags/${name}/start-sync`, { dagRunId: 'one', timeout: 120 });
  }
  const { dagRun } = (await call('GET', '/dag-runs/parent/one')) as Detail;
  const { token } = (await call('POST', '/dags/quick/webhook')) as { token: string };
  return {
    ...always,
    ...ofSubRuns(dagRun.nodes[0]?.subRuns[0]?.dagRunId ?? ''),
    'webhooks.trigger/authorization': `Bearer ${token}`,
  };
}

const ofSubRuns = (subDAGRunId: string): Known =>
  Object.fromEntries(
    operationNames
      .filter((name) => name.startsWith('subRuns.'))
      .flatMap((name) => [
        [`${name}/name`, 'parent'],
        [`${name}/stepName`, 'inner'],
        [`${name}/subDAGRunId`, subDAGRunId],
      ]),
  );

const of = (operation: OperationName, field: string, value: unknown) => [
  `${operation}/${field}`,
  value,
];

/** Names under which nothing is changed by those who ask: each start is that of a run which there is already. */
const always: Known = {
  fileName: 'quick',
  name: 'quick',
  dagRunId: 'one',
  stepName: 'only',
  newFileName: 'quick',
  q: 'e',
  from: '2030-01-01T00:00:00Z',
  to: '2030-03-01T00:00:00Z',
  spec: definitions['quick'],
  kind: 'crontab',
  files: [{ name: 'a', text: '* * * * * a' }],
  dags: [{ fileName: 'quick', spec: definitions['quick'], replaces: 'x' }],
  role: 'viewer',
  timeout: 1,
  suspend: false,
  status: 4,
  position: 1,
  commit: '0'.repeat(40),
  signature: 'none',
  enabled: true,
  body: '{}',
  ...Object.fromEntries([
    ...(['dags.start', 'dags.startSync', 'dags.enqueue'] as const).map((name) =>
      of(name, 'dagRunId', 'one'),
    ),
    ...(['runs.start', 'runs.enqueue'] as const).flatMap((name) => [
      of(name, 'dagRunId', 'one'),
      of(name, 'name', 'quick'),
    ]),
    of('runs.reschedule', 'newDagRunId', 'one'),
    of('runs.get', 'name', 'many'),
    of('runs.spec', 'name', 'many'),
    of('runs.outputs', 'name', 'many'),
    of('runs.approve', 'name', 'gate'),
    of('runs.stepEnvironment', 'name', 'many'),
    of('runs.stepEnvironment', 'stepName', 'gate'),
    of('runs.searchStepLog', 'name', 'chatty'),
    of('runs.stepLog', 'name', 'chatty'),
    of('runs.downloadStepLog', 'name', 'chatty'),
    of('runs.cleanup', 'dryRun', true),
    of('dags.get', 'fileName', 'many'),
    of('dags.getSpec', 'fileName', 'many'),
    of('dags.dryRun', 'fileName', 'many'),
    of('dags.schedulePreview', 'fileName', 'due'),
    of('dags.delete', 'fileName', 'nothing'),
    of('webhooks.delete', 'fileName', 'nothing'),
    of('webhooks.regenerate', 'fileName', 'nothing'),
    of('webhooks.toggle', 'fileName', 'nothing'),
    of('webhooks.setSignature', 'fileName', 'nothing'),
    of('dags.search', 'q/costly', ['e', 'İ', 'x'.repeat(1000)]),
    of('dags.list', 'sort/costly', ['nextRun']),
    of('dags.list', 'perPage/costly', [1000]),
    of('dags.list', 'recentRuns/costly', [50]),
    of('runs.searchStepLog', 'q/costly', ['9', 'zzz', 'x'.repeat(1000), 'İ']),
    of('runs.list', 'limit/costly', [10_000, 1]),
  ]),
};
