import { keyOf, type Slot } from './existing-slots.ts';
import type { Scene } from './scene.ts';
import { timeBefore, type Line, type SimulatedDag } from './simulated-dag.ts';

/** Whether a run since the start before has succeeded, other than that of the start before. */
export function alreadySucceeded(
  scene: Scene,
  slot: Slot,
  dag: SimulatedDag,
): 'yes' | 'no' | 'either' {
  if (!dag.policy.skipIfSuccessful) return 'no';
  const answers = new Set([
    bySchedule(scene, slot, dag.lines),
    ...scene.existing.linesFor(slot).map((lines) => bySchedule(scene, slot, lines)),
  ]);
  const [first = false] = answers;
  if (answers.size > 1 || endedNow(scene, dag)) return 'either';
  return first ? 'yes' : 'no';
}

function bySchedule(scene: Scene, slot: Slot, lines: readonly Line[]): boolean {
  const starts = lines.filter(({ kind }) => kind === 'start');
  if (starts.length === 0) return false;
  const before = Math.max(...starts.map((line) => timeBefore(line, slot.at)));
  const row = scene.ledger.rows.get(keyOf({ ...slot, kind: 'start', at: before }));
  const ofBefore = row?.fate === 'ran' ? row.dagRunId : '';
  const name = scene.dags.get(slot.fileName)?.name ?? '';
  return scene.runs
    .of(name)
    .some(
      ({ status, startedAt, runId }) =>
        status === 'succeeded' && startedAt !== null && startedAt >= before && runId !== ofBefore,
    );
}

/** Runs that it may name. */
export const succeededRuns = ({ runs }: Scene, { name }: SimulatedDag): readonly string[] =>
  runs.of(name).flatMap(({ status, runId }) => (status === 'succeeded' ? [runId] : []));

const endedNow = ({ runs }: Scene, { name }: SimulatedDag): boolean =>
  runs.of(name).some(({ runId }) => runs.ended.has(runId));
