import type { Slot } from './existing-slots.ts';
import type { Scene } from './scene.ts';
import type { SimulatedRun } from './simulated-run.ts';
import { timeBefore, type Line, type SimulatedDag } from './simulated-dag.ts';

/** A start that is due, or one whose turn to be caught up has come. */
type Purpose = 'start' | 'catchUp';

/**
 * Whether a run of the file since the start before has succeeded, other than that of the start before. What is caught up begins late:
 * for what is to be caught up after it, it is no run since the start before.
 */
export function alreadySucceeded(
  scene: Scene,
  slot: Slot,
  { dag, purpose }: { readonly dag: SimulatedDag; readonly purpose: Purpose },
): 'yes' | 'no' | 'either' {
  if (!dag.policy.skipIfSuccessful) return 'no';
  const answers = new Set([
    bySchedule(scene, slot, { lines: dag.lines, purpose }),
    ...scene.existing.linesFor(slot).map((lines) => bySchedule(scene, slot, { lines, purpose })),
  ]);
  const [first = false] = answers;
  if (answers.size > 1 || endedNow(scene, dag)) return 'either';
  return first ? 'yes' : 'no';
}

function bySchedule(
  scene: Scene,
  slot: Slot,
  { lines, purpose }: { readonly lines: readonly Line[]; readonly purpose: Purpose },
): boolean {
  const starts = lines.filter(({ kind }) => kind === 'start');
  if (starts.length === 0) return false;
  const before = Math.max(...starts.map((line) => timeBefore(line, slot.at)));
  const isOfBefore = (run: SimulatedRun): boolean => {
    const row = scene.ledger.rows.get(run.slot ?? '');
    const isStart = row?.kind === 'start' && row.fileName === slot.fileName;
    if (!isStart || row.fate !== 'ran' || row.dagRunId !== run.runId) return false;
    // One that was put off may have begun after the start before.
    const since = before - (scene.dags.get(slot.fileName)?.policy.jitterSec ?? 0) * 1000;
    return row.at <= before && (purpose === 'catchUp' || row.at >= since);
  };
  const name = scene.dags.get(slot.fileName)?.name ?? '';
  return scene.runs
    .of(name)
    .some(
      (run) =>
        run.status === 'succeeded' &&
        run.fileName === slot.fileName &&
        run.startedAt !== null &&
        run.startedAt >= before &&
        !isOfBefore(run),
    );
}

/** Runs that it may name. */
export const succeededRuns = ({ runs }: Scene, { name }: SimulatedDag): readonly string[] =>
  runs.of(name).flatMap(({ status, runId }) => (status === 'succeeded' ? [runId] : []));

const endedNow = ({ runs }: Scene, { name }: SimulatedDag): boolean =>
  runs.of(name).some(({ runId }) => runs.ended.has(runId));
