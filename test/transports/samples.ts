import type { RunDetail } from '../../engine/contract/run.ts';
import type { OperationCall, OperationName } from '../../engine/contract/operations.ts';
import { accessSamples } from './access-samples.ts';
import { importSamples } from './import-samples.ts';
import { keychainSamples } from './keychain-samples.ts';
import type { Call } from './transports.ts';
import { syncSamples } from './sync-samples.ts';
import { webhookSamples } from './webhook-samples.ts';

/** A stage of its own for one operation over one transport: its twin has another name and the same history. */
export interface Stage {
  /** Name of a DAG that exists when `given` says so. */
  readonly name: string;
  readonly call: Call;
}

export interface Sample<N extends OperationName = OperationName> {
  /** What has to be there before; nothing when left out. */
  readonly given?: (stage: Stage) => Promise<unknown>;
  /** An input that succeeds; null where none does in an engine as it comes. */
  readonly input: ((stage: Stage) => OperationCall<N> | Promise<OperationCall<N>>) | null;
  /** Inputs that are refused, whatever their types. */
  readonly refused: readonly object[];
}

const RUN = 'run-1';
const spec = `tags: kind=sample
params:
  - WHO: world
steps:
  - name: greet
    command: echo "hello $WHO"
    output: GREETING
`;
const waiting = 'steps:\n  - name: wait\n    command: sleep 60\n';

const aDag = ({ call, name }: Stage) => call('dags.create', { name, spec });
const aWaitingDag = ({ call, name }: Stage) => call('dags.create', { name, spec: waiting });

async function aFinishedRun(stage: Stage): Promise<void> {
  await aDag(stage);
  await stage.call('dags.startSync', { fileName: stage.name, dagRunId: RUN, timeout: 30 });
}

async function aRunUnderWay(stage: Stage): Promise<void> {
  await aWaitingDag(stage);
  await stage.call('dags.start', { fileName: stage.name, dagRunId: RUN });
}

const whole = `tags: kind=sample
steps:
  - name: ask
    call: child
    params: WHO=ann
  - name: gate
    type: hitl
    config: { prompt: Go on?, input: [WHY] }
---
name: child
params:
  - WHO: nobody
steps:
  - name: greet
    command: echo "hello $WHO"
    output: GREETING
`;

/** A run that called another one, and waits for a person. */
async function aWaitingRun({ call, name }: Stage): Promise<void> {
  await call('dags.create', { name, spec: whole });
  await call('dags.startSync', { fileName: name, dagRunId: RUN, timeout: 30 });
}

const failing = 'steps:\n  - name: greet\n    command: exit 1\n';

async function aFailedRun({ call, name }: Stage): Promise<void> {
  await call('dags.create', { name, spec: failing });
  await call('dags.startSync', { fileName: name, dagRunId: RUN, timeout: 30 });
}

/** A gate within a called run. */
async function aWaitingSubRun({ call, name }: Stage): Promise<void> {
  const gate = `steps:
  - name: ask
    call: child
---
name: child
steps:
  - name: gate
    type: hitl
`;
  await call('dags.create', { name, spec: gate });
  await call('dags.startSync', { fileName: name, dagRunId: RUN, timeout: 30 });
}

async function subRunOf({ call, name }: Stage): Promise<string> {
  const { dagRun } = (await call('runs.get', { name, dagRunId: RUN })) as { dagRun: RunDetail };
  return dagRun.nodes[0]?.subRuns[0]?.dagRunId ?? '';
}

const ofSubRun = async (stage: Stage) => ({
  ...ofRun(stage),
  subDAGRunId: await subRunOf(stage),
});

/** One run goes on, and two wait behind it. */
async function aFullQueue(stage: Stage): Promise<void> {
  await aRunUnderWay(stage);
  for (const dagRunId of ['run-2', 'run-3']) {
    await stage.call('dags.enqueue', { fileName: stage.name, dagRunId });
  }
}

const elsewhere = { remoteNode: 'elsewhere' };
const noDag = { fileName: 'no-such-dag' };
const noRun = { name: 'no-such-dag', dagRunId: RUN };
const noStep = { ...noRun, stepName: 'no-such-step' };
const noSubRun = { ...noRun, subDAGRunId: 'none' };
const noSubStep = { ...noSubRun, stepName: 'x' };
const ofSubStep = async (stage: Stage) => ({ ...(await ofSubRun(stage)), stepName: 'greet' });
const ofRun = ({ name }: Stage) => ({ name, dagRunId: RUN });
const ofStep = ({ name }: Stage) => ({ name, dagRunId: RUN, stepName: 'greet' });
const ofDag = ({ name }: Stage) => ({ fileName: name });

/** At least one input for each operation. A new operation needs an entry here. */
export const samples: { readonly [N in OperationName]?: Sample<N> } = {
  'system.health': { input: () => ({}), refused: [] },
  'system.uiSettings': { input: () => ({}), refused: [] },
  'system.openapi': { input: () => ({}), refused: [] },
  'system.dagSchema': { input: () => ({}), refused: [] },
  'system.metrics': { given: aFinishedRun, input: () => ({}), refused: [] },
  'system.resources': {
    input: () => ({ duration: '30m' }),
    refused: [{ duration: 'soon' }, { duration: '0s' }, { duration: '' }, elsewhere],
  },

  'dags.list': {
    given: aFinishedRun,
    input: ({ name }) => ({ name, tags: 'kind=sample', perPage: 10, recentRuns: 5 }),
    refused: [{ perPage: 1001 }, { page: 0 }, { order: 'sideways' }, { page: 'x' }, elsewhere],
  },
  'dags.search': {
    given: ({ call, name }) =>
      call('dags.create', { name, spec: `description: of ${name}\n${spec}` }),
    input: ({ name }) => ({ q: `OF ${name}` }),
    refused: [{}, { q: '' }, { q: 'x', ...elsewhere }],
  },
  'dags.tags': { given: aDag, input: () => ({}), refused: [elsewhere] },
  'dags.create': {
    input: ({ name }) => ({ name, spec }),
    refused: [{}, { name: '../up' }, { name: 'a', spec: 'steps: 1' }, { name: 12 }],
  },
  'dags.validate': {
    input: () => ({ spec: 'steps:\n  - nane: a\n', name: 'checked' }),
    refused: [{}, { spec: 7 }],
  },
  'dags.get': { given: aFinishedRun, input: ofDag, refused: [noDag, { ...noDag, ...elsewhere }] },
  'dags.delete': { given: aDag, input: ofDag, refused: [noDag] },
  'dags.getSpec': { given: aDag, input: ofDag, refused: [noDag] },
  'dags.updateSpec': {
    given: aDag,
    input: ({ name }) => ({ fileName: name, spec: 'stepz: []\n' }),
    refused: [{ ...noDag, spec }, noDag, { ...noDag, spec, version: 7 }],
  },
  'dags.changes': { given: aDag, input: (stage) => ({ ...ofDag(stage), spec }), refused: [noDag] },
  'dags.rename': {
    given: aDag,
    input: ({ name }) => ({ fileName: name, newFileName: `${name}-b` }),
    refused: [
      { ...noDag, newFileName: 'x' },
      { ...noDag, newFileName: 'x/y' },
    ],
  },
  'dags.suspend': {
    given: aDag,
    input: ({ name }) => ({ fileName: name, suspend: true }),
    refused: [
      { ...noDag, suspend: true },
      { ...noDag, suspend: 'yes' },
    ],
  },
  'dags.start': {
    given: aDag,
    input: ({ name }) => ({ fileName: name, params: '{"WHO":"ü"}', dagRunId: 'fresh' }),
    refused: [noDag, { ...noDag, dagRunId: 'latest' }, { ...noDag, singleton: 'yes' }],
  },
  'dags.startSync': {
    given: aDag,
    input: ({ name }) => ({ fileName: name, dagRunId: 'fresh', timeout: 30 }),
    refused: [{ ...noDag, timeout: 1 }, noDag, { ...noDag, timeout: 86_401 }],
  },
  'dags.dryRun': {
    given: aDag,
    input: ({ name }) => ({ fileName: name, params: 'WHO=ann' }),
    refused: [noDag, { ...noDag, params: 7 }],
  },
  'dags.stopAll': { given: aRunUnderWay, input: ofDag, refused: [noDag] },
  'dags.runs': {
    given: aFinishedRun,
    input: ({ name }) => ({ fileName: name, limit: 5 }),
    refused: [noDag, { ...noDag, limit: 0 }],
  },
  'dags.run': {
    given: aFinishedRun,
    input: ({ name }) => ({ fileName: name, dagRunId: 'latest' }),
    refused: [{ ...noDag, dagRunId: RUN }],
  },
  'runs.list': {
    given: aFinishedRun,
    input: ({ name }) => ({ name, status: 4, limit: 10 }),
    refused: [{ status: 9 }, { limit: 0 }, { fromDate: 'yesterday' }],
  },
  'runs.listOf': {
    given: aFinishedRun,
    input: ({ name }) => ({ name, status: 4, limit: 10 }),
    refused: [{ name: 'x', status: 9 }],
  },
  'runs.start': {
    input: ({ name }) => ({ name, spec: 'steps:\n  - command: "true"\n', dagRunId: 'fresh' }),
    refused: [{}, { spec: 'steps: {' }, { spec, name: 'a b' }],
  },
  'runs.get': { given: aFinishedRun, input: ofRun, refused: [noRun] },
  'runs.stop': { given: aRunUnderWay, input: ofRun, refused: [noRun] },
  'runs.log': {
    given: aFinishedRun,
    input: (stage) => ({ ...ofRun(stage), head: 1 }),
    refused: [noRun, { ...noRun, limit: 10_001 }],
  },
  'runs.stepLog': {
    given: aFinishedRun,
    input: (stage) => ({ ...ofStep(stage), tail: 10 }),
    refused: [noStep, { ...noStep, stream: 'stdin' }, { ...noStep, offset: 0 }],
  },
  'runs.searchStepLog': {
    given: aFinishedRun,
    input: (stage) => ({ ...ofStep(stage), q: 'HELLO' }),
    refused: [{ ...noStep, q: 'x' }, noStep],
  },
  // Files go over REST alone.
  'runs.downloadLog': { input: null, refused: [noRun] },
  'runs.downloadStepLog': { input: null, refused: [noStep] },
  'runs.outputs': { given: aFinishedRun, input: ofRun, refused: [noRun] },

  'runs.dryRun': {
    input: () => ({ spec, name: 'planned' }),
    refused: [{}, { spec: 'steps: {' }, { spec, params: '"x' }],
  },
  'runs.retry': {
    given: aFailedRun,
    input: (stage) => ({ ...ofRun(stage), stepName: 'greet' }),
    refused: [noRun, { ...noRun, stepName: 7 }],
  },
  'runs.reschedule': {
    given: aFinishedRun,
    input: (stage) => ({ ...ofRun(stage), newDagRunId: 'again' }),
    refused: [noRun, { ...noRun, newDagRunId: 'latest' }],
  },
  'runs.setStepStatus': {
    given: aFailedRun,
    input: (stage) => ({ ...ofStep(stage), status: 4 }),
    refused: [{ ...noStep, status: 4 }, noStep, { ...noStep, status: 3 }],
  },
  'runs.approve': {
    given: aWaitingRun,
    input: (stage) => ({ ...ofRun(stage), stepName: 'gate', inputs: { WHY: 'so' } }),
    refused: [noStep, { ...noStep, inputs: { a: 1 } }],
  },
  'runs.reject': {
    given: aWaitingRun,
    input: (stage) => ({ ...ofRun(stage), stepName: 'gate', reason: 'no' }),
    refused: [noStep, { ...noStep, reason: 7 }],
  },
  'runs.spec': { given: aFinishedRun, input: ofRun, refused: [noRun] },
  'runs.stepEnvironment': { given: aFinishedRun, input: ofStep, refused: [noStep] },
  'runs.stepMessages': { given: aFinishedRun, input: ofStep, refused: [noStep] },
  'runs.stepAttempts': { given: aFinishedRun, input: ofStep, refused: [noStep] },

  'schedule.preview': {
    input: () => ({ start: ['30 2 * * *'], timezone: 'Europe/Berlin', from: '2026-03-28T00:00Z' }),
    refused: [
      { start: ['5 4'] },
      { stop: '0 3 * * *' },
      { timezone: 'Mars/Olympus' },
      { from: '2026-03-28' },
      { from: -9_999_999_999 },
      { from: 100, to: 0 },
      { from: 0, to: 9_999_999_999 },
      { count: 1001 },
    ],
  },
  'dags.schedulePreview': {
    given: ({ call, name }) => call('dags.create', { name, spec: `schedule: 0 3 * * *\n${spec}` }),
    input: ({ name }) => ({ fileName: name, from: '2026-03-28T00:00:00Z', to: 1_774_800_000 }),
    refused: [noDag, { ...noDag, count: 0 }, { ...noDag, to: 'tomorrow' }],
  },

  'dags.slots': {
    given: aDag,
    input: ({ name }) => ({ fileName: name, from: '2026-02-03T02:30:00Z', fate: 'missed' }),
    refused: [
      { fileName: 'no-such-dag' },
      { fileName: 'x', from: '2026-02-03' },
      { fileName: 'x', fate: 'late' },
      { fileName: 'x', page: 0 },
    ],
  },
  'dags.why': {
    given: aDag,
    input: ({ name }) => ({ fileName: name, time: 1_770_085_800 }),
    refused: [
      { fileName: 'no-such-dag' },
      { fileName: 'x', time: 'yesterday' },
      { fileName: 'x', kind: 'pause' },
    ],
  },
  'schedule.calendar': {
    input: () => ({ from: 1_770_000_000, to: 1_770_600_000 }),
    refused: [
      {},
      { from: 1_770_600_000, to: 1_770_000_000 },
      { from: 1_770_000_000, to: 1_790_000_000 },
    ],
  },
  'queues.list': { input: () => ({}), refused: [elsewhere] },
  'queues.items': {
    given: aFullQueue,
    input: ({ name }) => ({ name, page: 2, perPage: 1 }),
    refused: [
      { name: 'x', type: 'idle' },
      { name: 'x', page: 0 },
      { name: 'x', perPage: 1001 },
    ],
  },
  'queues.move': {
    given: aFullQueue,
    input: ({ name }) => ({ name, dagName: name, dagRunId: 'run-3', position: 1 }),
    refused: [
      { name: 'x', dagName: 'no-such-dag', dagRunId: RUN, position: 1 },
      { name: 'x', dagName: 'no-such-dag', dagRunId: RUN, position: 0 },
    ],
  },
  'dags.enqueue': {
    given: aRunUnderWay,
    input: ({ name }) => ({ fileName: name, params: '{"WHO":"ü"}', dagRunId: 'fresh' }),
    refused: [noDag, { ...noDag, queue: 'a/b' }, { ...noDag, singleton: 'yes' }],
  },
  'runs.enqueue': {
    input: ({ name }) => ({ name, spec: 'steps:\n  - command: "true"\n', queue: 'inline' }),
    refused: [{}, { spec: 'steps: {' }, { spec, queue: '' }],
  },
  'runs.dequeue': {
    given: aFullQueue,
    input: ({ name }) => ({ name, dagRunId: 'run-2' }),
    refused: [noRun],
  },

  'subRuns.list': { given: aWaitingRun, input: ofRun, refused: [noRun] },
  'subRuns.get': { given: aWaitingRun, input: ofSubRun, refused: [noSubRun] },
  'subRuns.spec': { given: aWaitingRun, input: ofSubRun, refused: [noSubRun] },
  'subRuns.outputs': { given: aWaitingRun, input: ofSubRun, refused: [noSubRun] },
  'subRuns.log': {
    given: aWaitingRun,
    input: async (stage) => ({ ...(await ofSubRun(stage)), head: 1 }),
    refused: [noSubRun, { ...noSubRun, limit: 0 }],
  },
  'subRuns.stepLog': { given: aWaitingRun, input: ofSubStep, refused: [noSubStep] },
  'subRuns.stepMessages': { given: aWaitingRun, input: ofSubStep, refused: [noSubStep] },
  'subRuns.downloadLog': { input: null, refused: [noSubRun] },
  'subRuns.downloadStepLog': { input: null, refused: [{ ...noSubRun, stepName: 'x' }] },
  'subRuns.setStepStatus': {
    given: aWaitingRun,
    input: async (stage) => ({ ...(await ofSubRun(stage)), stepName: 'greet', status: 2 }),
    refused: [{ ...noSubRun, stepName: 'x', status: 2 }],
  },
  'subRuns.approve': {
    given: aWaitingSubRun,
    input: async (stage) => ({ ...(await ofSubRun(stage)), stepName: 'gate' }),
    refused: [{ ...noSubRun, stepName: 'x' }],
  },
  'subRuns.reject': {
    given: aWaitingSubRun,
    input: async (stage) => ({ ...(await ofSubRun(stage)), stepName: 'gate' }),
    refused: [{ ...noSubRun, stepName: 'x' }],
  },

  'runs.cleanup': {
    given: aFinishedRun,
    input: ({ name }) => ({ fileName: name, retentionDays: 0 }),
    refused: [noDag, { ...noDag, retentionDays: -1 }, { ...noDag, dryRun: 'yes' }],
  },
  'system.doctor': { input: () => ({}), refused: [elsewhere] },
  ...accessSamples,
  ...syncSamples,
  ...webhookSamples,
  ...importSamples,
  ...keychainSamples,
  'workers.list': { input: null, refused: [{}, elsewhere] },
  'system.scheduler': { input: () => ({}), refused: [elsewhere] },
  'system.coordinator': { input: () => ({}), refused: [elsewhere] },
};
