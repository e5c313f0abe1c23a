import type { OperationOutput } from '#contract/operations.ts';
import type { RunDetail } from '#contract/run.ts';
import type { RunIdentity } from '../../../renderer/features/runs/run-identity.ts';
import { createRunStore } from '../../../renderer/features/runs/run-store.ts';
import { aDagItem } from '../support/dag-fixtures.ts';
import { aNode, aRun } from '../support/run-fixtures.ts';
import { arrive, onePage, scriptedEngine } from '../support/scripted-engine.ts';

export const identity = { name: 'etl', dagRunId: 'r1' };
export const nodes = [aNode('load', 0, { status: 'running', from: 0 }), aNode('check', 0)];
export const detail: RunDetail = {
  ...aRun('etl', 'running', { dagRunId: 'r1' }),
  attempt: 1,
  preconditions: [],
  nodes,
};
export const usual: RunDetail = {
  ...aRun('etl', 'succeeded', {
    dagRunId: 'r0',
    startedAt: '2026-11-19T12:00:00.000Z',
    finishedAt: '2026-11-19T12:00:07.000Z',
  }),
  attempt: 1,
  preconditions: [],
  nodes: [],
};
/** What the list of DAGs says of those with a file. */
export function listed(names: readonly string[], pages = 1): OperationOutput<'dags.list'> {
  const dags = names.map((name) => aDagItem(name, 0));
  return { dags, errors: [], pagination: { ...onePage(dags.length), totalPages: pages } };
}

/** The store of a run that is shown and was loaded. */
export async function aRunStore(run = detail, who: RunIdentity = identity) {
  const engine = scriptedEngine({
    'runs.get': () => ({ dagRun: run }),
    'subRuns.get': () => ({ dagRun: run }),
    'dags.list': () => listed(['etl']),
    'dags.runs': () => ({ dagRuns: [usual], gridData: [] }),
  });
  const store = createRunStore(engine.connection, who);
  const begun = store.getState();
  const grown: string[] = [];
  const end = begun.start(({ stepName }) => void grown.push(stepName));
  await arrive();
  return { engine, store, begun, grown, end, asked: () => engine.asked('runs.get').length };
}
