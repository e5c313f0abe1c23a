import { EngineError } from '#contract/errors.ts';
import type { EngineEvent } from '#contract/events.ts';
import type { OperationName } from '#contract/operations.ts';
import type { NodeObject, RunDetail } from '#contract/run.ts';
import type { DryRun } from '#contract/dag.ts';
import { RELEASE_SPEC } from './language-fixtures.ts';
import type { FakeState } from './fake-engine.ts';

type Input = Record<string, unknown>;
type Answers = Partial<Record<OperationName, (input: Input) => unknown>>;

/** What the fake engine does to runs that began already. */
export function changeAnswers(state: FakeState, emit: (event: EngineEvent) => void): Answers {
  const runOf = (input: Input): RunDetail => {
    const run = state.runs.find((one) => one.dagRunId === input['dagRunId']);
    if (run === undefined) throw new EngineError('not_found', 'There is no such run.');
    return run;
  };
  const keep = (run: RunDetail) => {
    state.runs = state.runs.map((one) => (one.dagRunId === run.dagRunId ? run : one));
  };
  const change = (input: Input, changes: Partial<NodeObject>) => {
    const run = runOf(input);
    const index = run.nodes.findIndex((node) => node.step.name === input['stepName']);
    const before = run.nodes[index];
    if (before === undefined) throw new EngineError('not_found', 'There is no such step.');
    const node = { ...before, ...changes };
    keep({ ...run, nodes: run.nodes.with(index, node) });
    const { name, dagRunId } = run;
    emit({ type: 'node.changed', name, dagRunId, index, node });
  };
  const now = () => new Date().toISOString();
  const decided = (input: Input) => ({
    dagRunId: input['dagRunId'],
    stepName: input['stepName'],
    subDAGRunId: input['dagRunId'],
  });

  return {
    'runs.retry': (input) => {
      const run = { ...runOf(input), ...running, attempt: runOf(input).attempt + 1 };
      keep(run);
      emit({ type: 'run.changed', run });
    },
    'runs.reschedule': (input) => {
      const dagRunId = `again-${state.runs.length}`;
      state.runs.unshift({ ...runOf(input), ...running, dagRunId });
      return { dagRunId, queued: false };
    },
    'runs.setStepStatus': (input) =>
      change(
        input,
        input['status'] === 4
          ? { status: 4, statusLabel: 'succeeded', error: '' }
          : { status: 2, statusLabel: 'failed' },
      ),
    'runs.approve': (input) => {
      const approvalInputs = input['inputs'] as Record<string, string>;
      const by = { approvedAt: now(), approvedBy: 'local', approvalInputs };
      change(input, { status: 4, statusLabel: 'succeeded', finishedAt: now(), ...by });
      return { ...decided(input), resumed: true };
    },
    'runs.reject': (input) => {
      const rejectionReason = String(input['reason']);
      const by = { rejectedAt: now(), rejectedBy: 'local', rejectionReason };
      change(input, { status: 8, statusLabel: 'rejected', finishedAt: now(), ...by });
      return decided(input);
    },
    'runs.spec': () => ({ spec: RELEASE_SPEC }),
    'runs.stepEnvironment': () => ({ variables: state.variables }),
    'runs.stepMessages': (input) => ({
      messages: state.messages.get(`${input['dagRunId']}/${input['stepName']}`) ?? [],
    }),
    'runs.stepAttempts': (input) => ({
      attempts: state.attempts.get(`${input['dagRunId']}/${input['stepName']}`) ?? [],
    }),
    'dags.dryRun': (input) => ({
      ...aPlan(String(input['fileName'])),
      params: String(input['params'] ?? '{"DATE":"2026-11-19","REGION":"all"}'),
    }),
    'runs.dryRun': (input) => aPlan(String(input['name'])),
  };
}

const running = { status: 1, statusLabel: 'running', finishedAt: '', error: '' } as const;

const idle = {
  type: 'shell',
  depends: [],
  preconditions: [],
  commands: [],
  script: '',
  workingDir: '/dags',
  call: null,
  routes: [],
  prompt: '',
  notes: [],
};

function aPlan(name: string): DryRun {
  return {
    name,
    params: '{}',
    workingDir: '/dags',
    preconditions: [{ condition: '`date +%u`', expected: 're:[1-5]', negate: false }],
    steps: [
      {
        ...idle,
        name: 'check-sources',
        commands: ['./bin/check-sources --date "2026-11-19"'],
      },
      {
        ...idle,
        name: 'pick',
        type: 'router',
        depends: ['check-sources'],
        routes: [{ pattern: 'stable', targets: ['approve'] }],
      },
      {
        ...idle,
        name: 'approve',
        type: 'hitl',
        depends: ['pick'],
        preconditions: [{ condition: 'test -f ready', expected: '', negate: true }],
        prompt: 'Load 48,213 orders?',
      },
      {
        ...idle,
        name: 'load-regions',
        depends: ['approve'],
        call: {
          target: 'load-region',
          params: ['eu-north', 'eu-south', 'us-east', 'us-west', 'ap-south', 'sa-east', 'af'].map(
            (region) => `REGION=${region}`,
          ),
          known: false,
        },
        notes: ['The items are known when ${REGIONS} is.'],
      },
    ],
    handlers: [{ event: 'exit', step: { ...idle, name: 'exit', commands: ['echo done'] } }],
  };
}
