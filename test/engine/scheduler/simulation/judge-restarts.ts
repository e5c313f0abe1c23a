import { keyOf } from './existing-slots.ts';
import { askFor, LOOK_MS, surelyRunning, untold, type Scene } from './scene.ts';
import { paramsOfRun, type Ask, type SimulatedRun } from './simulated-run.ts';

/** A restart that is on its way. */
interface Restarting {
  /** Runs that were active when it was decided: the wait begins when the last of them has ended. */
  readonly stopped: readonly SimulatedRun[];
  readonly fileName: string;
  readonly dagName: string;
  /** Of which runs it may take the parameters: what ran is restarted, else the latest when it was decided, or resumed. */
  readonly about: (string | undefined)[];
  /** The definition may have changed meanwhile. */
  leastWaitMs: number;
  mostWaitMs: number;
  /** The most by which the wall clock was ahead of the elapsed one when the engine may have looked how long ago that end was. */
  mostAheadMs: number;
  /** Since when nothing holds it up, in awake time. */
  readySince: number | null;
  /** The engine began again, or the clock was disturbed, since it was decided. */
  isDisturbed: boolean;
}

/** Follows the restarts from their decision to their run. */
export class RestartJudge {
  readonly #restarting = new Map<string, Restarting>();
  /** In elapsed time. */
  #disturbedAt = -Infinity;

  /** What is wrong with the restarts in an instant. `isExcused`: the store refused something lately. */
  judge(scene: Scene, isExcused: (fileName: string) => boolean): readonly string[] {
    if (scene.started) this.#resume(scene);
    this.#begin(scene);
    this.#noteAhead(scene);
    const problems = this.#judgeStopped(scene);
    const asked = scene.runs.asks
      .filter((ask) => ask.slot.kind === 'restart' && ask.instant === scene.instant)
      .flatMap((ask) => this.#judgeAsk(scene, ask));
    for (const { key, after } of scene.changes) {
      if (after?.reason !== 'restarting') this.#restarting.delete(key);
    }
    return [...problems, ...asked, ...this.#judgeWaiting(scene, isExcused)];
  }

  /** The engine begins again, or the clock was disturbed: what is ready has to be noticed anew. */
  disturb(elapsed: number): void {
    this.#disturbedAt = elapsed;
    for (const one of this.#restarting.values()) {
      one.readySince = null;
      one.isDisturbed = true;
    }
  }

  #resume({ runs }: Scene): void {
    for (const { dagName, about, stopped } of this.#restarting.values()) {
      if (stopped.length === 0) about.push(runs.of(dagName).at(-1)?.runId);
    }
  }

  #begin(scene: Scene): void {
    const asked = scene.runs.asks
      .filter(({ slot, instant }) => slot.kind === 'restart' && instant === scene.instant)
      .map(({ slot }) => slot);
    const begun = scene.changes
      .filter(({ before, after }) => before === undefined && after?.reason === 'restarting')
      .map(({ slot }) => slot);
    for (const slot of [...begun, ...asked]) {
      const dag = scene.dags.get(slot.fileName);
      const key = keyOf(slot);
      if (dag === undefined || this.#restarting.has(key)) continue;
      const wait = dag.policy.restartWaitSec * 1000;
      this.#restarting.set(key, {
        stopped: stoppedBy(scene, dag.name),
        fileName: slot.fileName,
        dagName: dag.name,
        about: restartedBy(scene, dag.name),
        leastWaitMs: wait,
        mostWaitMs: wait,
        mostAheadMs: -Infinity,
        readySince: null,
        isDisturbed: false,
      });
    }
  }

  /**
   * From its look at that end on, an engine goes by the clock that nobody sets. It looks as it begins, when a run has
   * ended, and when it has the answer to a question that held it up.
   */
  #noteAhead({ started, wall, elapsed, runs, instant }: Scene): void {
    for (const one of this.#restarting.values()) {
      const hasEnded = runs.of(one.dagName).some(({ runId }) => runs.ended.has(runId));
      const isAnswered = runs.asks.some(
        (ask) =>
          ask.slot.fileName === one.fileName && ask.answered === instant && ask.instant !== instant,
      );
      if (started) one.mostAheadMs = wall - elapsed;
      else if (hasEnded || isAnswered) one.mostAheadMs = Math.max(one.mostAheadMs, wall - elapsed);
    }
  }

  /** What was active before and is so after was told to stop. */
  #judgeStopped(scene: Scene): readonly string[] {
    return scene.changes
      .filter(({ before, after }) => before === undefined && after?.reason === 'restarting')
      .flatMap((change) => untold(scene, change));
  }

  #judgeAsk(scene: Scene, ask: Ask): readonly string[] {
    const dag = scene.dags.get(ask.slot.fileName);
    const one = this.#restarting.get(keyOf(ask.slot));
    if (dag === undefined || one === undefined) return ['a restart without a DAG'];
    const problems: string[] = [];
    if (ask.active.length > 0) problems.push('a restart while a run is active');
    const leastMs = Math.min(one.leastWaitMs, dag.policy.restartWaitSec * 1000);
    if (waitedMs(scene, one).most < leastMs) problems.push('a restart before its wait is over');
    const about = one.stopped.length === 0 ? [ask.latest, ...one.about] : one.about;
    if (!about.map((runId) => runId && paramsOfRun(runId)).includes(ask.params)) {
      problems.push(`a restart with the parameters ${ask.params}`);
    }
    return problems;
  }

  #judgeWaiting(scene: Scene, isExcused: (fileName: string) => boolean): readonly string[] {
    const problems: string[] = [];
    for (const row of scene.ledger.pending) {
      const one = this.#restarting.get(keyOf(row));
      const dag = scene.dags.get(row.fileName);
      if (row.reason !== 'restarting' || one === undefined || dag === undefined) continue;
      const wait = dag.policy.restartWaitSec * 1000;
      one.leastWaitMs = Math.min(one.leastWaitMs, wait);
      one.mostWaitMs = Math.max(one.mostWaitMs, wait);
      const isHeldUp =
        scene.runs.activeInInstant(dag.name).length > 0 ||
        waitedMs(scene, one).least < one.mostWaitMs ||
        // A run that began and ended meanwhile may have made the wait begin anew.
        scene.elapsed - lastEnd(scene, dag.name) < one.mostWaitMs ||
        // A clock that was set back may say that a run has yet to end: the wait begins with the look at that.
        (one.isDisturbed && scene.elapsed - this.#disturbedAt < one.mostWaitMs) ||
        askFor(scene, row) !== undefined ||
        isExcused(row.fileName);
      if (isHeldUp) one.readySince = null;
      else one.readySince ??= scene.awake;
      if (one.readySince !== null && scene.awake - one.readySince > LOOK_MS) {
        problems.push(`${keyOf(row)}: a restart is not carried out`);
      }
    }
    return problems;
  }
}

const stoppedBy = ({ runs }: Scene, name: string): readonly SimulatedRun[] =>
  runs.stops.filter(({ dagName }) => dagName === name);

function restartedBy(scene: Scene, name: string): (string | undefined)[] {
  const surely = surelyRunning(scene, name).at(-1);
  if (surely === undefined) {
    return [scene.runs.of(name).at(-1), ...stoppedBy(scene, name)].map((run) => run?.runId);
  }
  return stoppedBy(scene, name)
    .filter(({ id, startedAt }) => id >= surely.id && startedAt !== null)
    .map(({ runId }) => runId);
}

const lastEnd = ({ runs }: Scene, dagName: string): number =>
  Math.max(-Infinity, ...runs.of(dagName).map(({ endedElapsed }) => endedElapsed ?? -Infinity));

/** How long it has waited by either clock; for ever where it stopped nothing. */
function waitedMs(
  { wall, elapsed }: Scene,
  { stopped, mostAheadMs }: Restarting,
): { readonly least: number; readonly most: number } {
  if (stopped.length === 0) return { least: Infinity, most: Infinity };
  if (stopped.some(({ endedAt }) => endedAt === null)) return { least: 0, most: 0 };
  const endedAt = Math.max(...stopped.map((run) => run.endedAt ?? 0));
  const byElapsed = elapsed - Math.max(...stopped.map(({ endedElapsed }) => endedElapsed ?? 0));
  return {
    least: Math.min(wall - endedAt, byElapsed),
    most: Math.max(mostAheadMs + elapsed - endedAt, byElapsed),
  };
}
