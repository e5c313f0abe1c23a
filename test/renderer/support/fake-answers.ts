import type { DagListItem } from '#contract/dag.ts';
import { EngineError } from '#contract/errors.ts';
import type { EngineEvent } from '#contract/events.ts';
import type { OperationName } from '#contract/operations.ts';
import type { LogPage, RunDetail } from '#contract/run.ts';
import { dagJsonSchema } from '../../../engine/dag/schema.ts';
import { stepTypes } from '../../../engine/steps/registry.ts';
import { aDagItem, diagnose, readDag } from './dag-fixtures.ts';
import type { FakeLog, FakeState } from './fake-engine.ts';
import { changeAnswers } from './fake-changes.ts';
import { fakeDagChanges } from './fake-dag-changes.ts';
import { queueAnswers } from './fake-queues.ts';
import { scheduleAnswers } from './fake-schedule.ts';
import { syncAnswers } from './fake-sync.ts';
import { aNode, aRun } from './run-fixtures.ts';

type Input = Record<string, unknown>;

/** As the engine's: another one for every text. */
const versionOf = (spec: string): string => `of:${spec}`;

/** What the fake engine says to each operation; commands change the state and are announced. */
export function createAnswers(state: FakeState, emit: (event: EngineEvent) => void) {
  const dagOf = (input: Input): DagListItem => {
    const bare = String(input['fileName']).replace(/\.ya?ml$/, '');
    const item = state.dags.find((dag) => dag.fileName === bare);
    if (item === undefined) throw new EngineError('not_found', `There is no DAG ${bare}.`);
    return item;
  };
  const runOf = (input: Input): RunDetail => {
    const run = state.runs.find((one) => one.dagRunId === input['dagRunId']);
    if (run === undefined) throw new EngineError('not_found', 'There is no such run.');
    return run;
  };
  const specOf = (item: DagListItem) =>
    state.specs.get(item.fileName) ?? `steps:\n  - name: hello\n    command: echo hello\n`;
  const changed = (fileName: string, change: 'created' | 'updated' | 'deleted') =>
    emit({ type: 'dag.changed', fileName, change });

  const answers: Partial<Record<OperationName, (input: Input) => unknown>> = {
    'system.health': () => ({
      status: state.problem === '' ? 'healthy' : 'unhealthy',
      version: '0.2.0',
      uptime: 93_780,
      timestamp: '',
      ...(state.problem === '' ? {} : { error: state.problem }),
      ...(state.notice === '' ? {} : { notice: state.notice }),
    }),
    'system.uiSettings': () => state.look,
    'system.dagSchema': () => dagJsonSchema(stepTypes),
    'dags.list': ({ page, perPage, name }) => {
      const [number, size] = [Number(page), Number(perPage)];
      const part = String(name ?? '').toLowerCase();
      const dags = state.dags.filter(({ dag }) => dag.name.toLowerCase().includes(part));
      return {
        dags: dags.slice((number - 1) * size, number * size),
        errors: [],
        pagination: {
          totalRecords: dags.length,
          currentPage: number,
          totalPages: Math.max(1, Math.ceil(dags.length / size)),
          nextPage: null,
          prevPage: null,
        },
      };
    },
    'dags.create': ({ name, spec }) => {
      state.dags.push(aDagItem(String(name), state.now));
      state.specs.set(String(name), String(spec));
      changed(String(name), 'created');
      return { name };
    },
    'dags.validate': ({ spec, name }) => {
      const item =
        state.dags.find((dag) => dag.fileName === name) ?? aDagItem(String(name), state.now);
      const diagnostics = diagnose(String(spec));
      const valid = diagnostics.every(({ severity }) => severity !== 'error');
      return { valid, errors: [], diagnostics, dag: readDag(item, String(spec), state.now) };
    },
    'dags.get': (input) => {
      const item = dagOf(input);
      const next = Date.parse(item.nextRun);
      const days = Number.isNaN(next) ? [] : [0, 3, 4, 5, 6].map((day) => next + day * 86_400_000);
      return {
        ...item,
        filePath: `/dags/${item.fileName}.yaml`,
        dag: readDag(item, specOf(item), state.now),
        localDags: [],
        nextRuns: days.map((day) => new Date(day).toISOString()),
      };
    },
    'dags.getSpec': (input) => {
      const item = dagOf(input);
      const spec = specOf(item);
      return { dag: { name: item.dag.name }, spec, errors: [], version: versionOf(spec) };
    },
    'dags.updateSpec': (input) => {
      const { version } = input;
      if (version !== undefined && version !== versionOf(specOf(dagOf(input))))
        throw new EngineError('conflict', 'The DAG was changed since you read it.');
      const errors = diagnose(String(input['spec'])).filter((one) => one.severity === 'error');
      if (errors.length > 0) return { errors: errors.map((one) => one.message) };
      state.specs.set(dagOf(input).fileName, String(input['spec']));
      changed(dagOf(input).fileName, 'updated');
      return { errors: [] };
    },
    'dags.changes': (input) => {
      const before = String(input['against'] ?? specOf(dagOf(input)));
      const texts = { before, after: String(input['spec']), now: state.now };
      return fakeDagChanges(dagOf(input).dag.name, texts);
    },
    'imports.plan': (input) => ({
      dags: (input['files'] as { name: string; text: string }[]).map((file) =>
        plannedImport(file, state),
      ),
    }),
    'imports.apply': (input) => {
      const dags = input['dags'] as { fileName: string; spec: string }[];
      for (const { fileName, spec } of dags) state.specs.set(fileName, spec);
      return {
        results: dags.map(({ fileName }) => ({
          ...{ fileName, outcome: 'created', message: '', suspended: true },
        })),
      };
    },
    'dags.rename': (input) => {
      const item = dagOf(input);
      const name = String(input['newFileName']);
      state.dags = state.dags.map((dag) =>
        dag === item ? { ...dag, fileName: name, dag: { ...dag.dag, name } } : dag,
      );
    },
    'dags.delete': (input) => {
      const item = dagOf(input);
      state.dags = state.dags.filter((dag) => dag !== item);
      changed(item.fileName, 'deleted');
    },
    'dags.suspend': (input) => {
      const item = dagOf(input);
      state.dags = state.dags.map((dag) =>
        dag === item ? { ...dag, suspended: input['suspend'] === true } : dag,
      );
      changed(item.fileName, 'updated');
    },
    'dags.start': (input) => {
      const { dag } = dagOf(input);
      const dagRunId = `started-${state.runs.length}`;
      const params = String(input['params'] ?? '{}');
      if (typeof input['at'] === 'string') {
        const [plannedAt, queuedAt] = [input['at'], new Date(state.now).toISOString()];
        const run = aRun(dag.name, 'queued', { dagRunId, queuedAt, plannedAt, params });
        state.runs.unshift({ ...run, nodes: [], attempt: 1, preconditions: [] });
        emit({ type: 'run.changed', run });
        return { dagRunId, plannedAt };
      }
      const startedAt = new Date().toISOString();
      const run = aRun(dag.name, 'running', { dagRunId, startedAt, params });
      const nodes = [aNode('hello', Date.now(), { status: 'running', from: 0 })];
      state.runs.unshift({ ...run, nodes, attempt: 1, preconditions: [] });
      emit({ type: 'run.changed', run });
      return { dagRunId };
    },
    'dags.runs': (input) => {
      const { dag } = dagOf(input);
      const all = state.runs.filter((run) => run.name === dag.name);
      const dagRuns = all.slice(0, Number(input['limit']));
      const steps = dagRuns[0]?.nodes.map((node) => node.step.name) ?? [];
      const gridData = steps.map((name) => ({
        name,
        history: dagRuns.map(
          (run) => run.nodes.find((node) => node.step.name === name)?.status ?? 0,
        ),
      }));
      const more = dagRuns.length < all.length ? { nextCursor: String(dagRuns.length) } : {};
      return { dagRuns, gridData, ...more };
    },
    'runs.list': ({ name, status, limit, cursor }) => {
      const all = state.runs
        .filter((run) => run.parentDAGRunId === '')
        .filter((run) => name === undefined || run.name === name)
        .filter((run) => status === undefined || run.status === status);
      const from = Number(cursor ?? 0);
      const to = from + Number(limit ?? all.length);
      return {
        dagRuns: all.slice(from, to),
        ...(to < all.length ? { nextCursor: String(to) } : {}),
      };
    },
    'runs.get': (input) => ({ dagRun: runOf(input) }),
    'runs.stop': (input) => {
      const run = { ...runOf(input), ...aborted };
      state.runs = state.runs.map((one) => (one.dagRunId === run.dagRunId ? run : one));
      emit({ type: 'run.changed', run });
    },
    'runs.log': (input) => logPage(state.logs.get(`${input['dagRunId']}//stdout`), input),
    'runs.stepLog': (input) =>
      logPage(
        state.logs.get(`${input['dagRunId']}/${input['stepName']}/${input['stream']}`),
        input,
      ),
    'runs.searchStepLog': (input) => {
      const log = state.logs.get(`${input['dagRunId']}/${input['stepName']}/${input['stream']}`);
      const wanted = String(input['q']).toLowerCase();
      const matches: { lineNumber: number; line: string }[] = [];
      for (let number = 1; number <= Math.min(log?.lines ?? 0, 20_000); number++) {
        const line = log?.line(number) ?? '';
        if (line.toLowerCase().includes(wanted)) matches.push({ lineNumber: number, line });
      }
      return { matches, hasMore: false, totalLines: log?.lines ?? 0 };
    },
    'runs.outputs': (input) => ({
      metadata: {
        dagName: runOf(input).name,
        dagRunId: runOf(input).dagRunId,
        attemptId: '',
        status: runOf(input).statusLabel,
        completedAt: '',
        params: '',
      },
      outputs: state.outputs,
    }),
    ...changeAnswers(state, emit),
    ...syncAnswers(state),
    ...queueAnswers(state, emit),
    ...scheduleAnswers(state),
  };
  return (name: OperationName, input: Input): unknown => {
    const refusal = state.refusals.get(name);
    if (refusal !== undefined) throw new EngineError('bad_request', refusal);
    // A sub-run is known by its own id; what is asked of it is answered as for any run.
    if (name.startsWith('subRuns.')) {
      const own = { ...input, dagRunId: input['subDAGRunId'] };
      const twin = name.replace('subRuns.', 'runs.') as OperationName;
      return answers[twin]?.(own);
    }
    const answer = answers[name];
    if (answer === undefined) throw new EngineError('not_found', `${name} is not faked.`);
    return answer(input);
  };
}

const aborted = {
  status: 3,
  statusLabel: 'aborted',
  finishedAt: new Date().toISOString(),
} as const;

function logPage(log: FakeLog | undefined, { offset, limit }: Input): LogPage {
  const total = log?.lines ?? 0;
  const from = Number(offset ?? 1);
  const count = Math.max(0, Math.min(Number(limit ?? 1000), total - from + 1));
  const lines = Array.from({ length: count }, (_, index) => log?.line(from + index) ?? '');
  return {
    content: lines.join('\n'),
    lineCount: count,
    totalLines: total,
    hasMore: from + count <= total,
    isEstimate: false,
    ...(log?.note === undefined ? {} : { note: log.note }),
  };
}

/** Of earlier forms it knows one, and refuses a key of which it has never heard. */
function plannedImport({ name, text }: { name: string; text: string }, state: FakeState) {
  const fileName = name.replace(/\.ya?ml$/, '');
  const spec = text.replaceAll('logDir', 'log_dir');
  const wrong = spec.split('\n').findIndex((line) => line.startsWith('functions:'));
  const stored = state.specs.get(fileName);
  return {
    ...{ source: name, fileName, before: text, spec, remarks: [] },
    problems: wrong === -1 ? [] : [{ line: wrong + 1, message: 'unknown key `functions`' }],
    schedules: text.includes('schedule:') ? ['30 2 * * *'] : [],
    existing: stored === undefined ? null : { version: '1', spec: stored, same: stored === spec },
  };
}
