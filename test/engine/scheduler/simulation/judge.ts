import type { SlotRecord } from '../../../../engine/storage/slots.ts';
import { alreadySucceeded } from './already-succeeded.ts';
import { keyOf, type Slot } from './existing-slots.ts';
import { freshSlots, judgeBacklog } from './judge-backlog.ts';
import { RestartJudge } from './judge-restarts.ts';
import type { Change } from './ledger-mirror.ts';
import { newFates, settledFates, type Fate } from './permitted-fates.ts';
import { askFor, isCatchable, LIVE_MS, LOOK_MS, timeOf, untold, type Scene } from './scene.ts';
import type { Ask } from './simulated-run.ts';

const MINUTE_MS = 60_000;

/** What the judge has to be told of an instant beyond its scene. */
export interface Moment {
  /** The clock ran undisturbed into this instant for longer than the engine's pause between looks. */
  readonly isUndisturbed: boolean;
  /** What the wall clock showed in the instant before. */
  readonly wallBefore: number;
  /** The engine was killed in this instant, so it may not have come to all that it had to do. */
  readonly isKilled: boolean;
}

/** Says of each instant what is wrong with it, from the written rule alone. */
export class Judge {
  /** Slots that were given a fate, and those of them for which the rule allowed another as well. */
  decided = 0;
  ambiguous = 0;
  readonly #restarts = new RestartJudge();
  /** The minute of the wall clock in which the last turn of catching up came. */
  #turnMinute: number | null = null;
  /** When the store last refused what a DAG asked for, in awake time. */
  readonly #refused = new Map<string, number>();
  /** Slots whose run the store has refused: that is why they are missed when it takes none in time. */
  readonly #refusedSlots = new Set<string>();
  /** When a question of a DAG was last open, in awake time. */
  readonly #asking = new Map<string, number>();

  /** The clock, the engine or the machine was disturbed. */
  disturb(elapsed: number): void {
    this.#turnMinute = null;
    this.#restarts.disturb(elapsed);
  }

  /** Whether the store has refused the run of a slot, for which it is asked again. */
  hasRefused(key: string): boolean {
    return this.#refusedSlots.has(key);
  }

  judge(scene: Scene, moment: Moment): string[] {
    for (const ask of scene.runs.asks) {
      this.#asking.set(ask.slot.fileName, scene.awake);
      if (ask.result.kind !== 'unavailable') continue;
      this.#refused.set(ask.slot.fileName, scene.awake);
      this.#refusedSlots.add(keyOf(ask.slot));
    }
    return [
      ...scene.runs.asks
        .filter(({ instant }) => instant === scene.instant)
        .flatMap((ask) => this.#judgeAsk(scene, ask)),
      ...scene.changes.flatMap((change) => this.#judgeChange(scene, change)),
      ...(moment.isKilled ? [] : judgeStops(scene)),
      ...this.#judgeTurns(scene, moment),
      ...this.#judgePatience(scene, moment),
      ...this.#restarts.judge(
        scene,
        (fileName) => moment.isKilled || this.#isExcused(scene, fileName),
      ),
    ];
  }

  #judgeAsk(scene: Scene, ask: Ask): readonly string[] {
    const { slot, trigger } = ask;
    const key = keyOf(slot);
    const dag = scene.dags.get(slot.fileName);
    const row = scene.ledger.rows.get(key);
    const about = (text: string): string => `${key}: asked for a run ${text}`;
    if (dag === undefined) return [about('of a DAG that is gone')];
    if (dag.suspended) return [about('of a suspended DAG')];
    if (dag.isUnderReview) return [about('of a DAG that nobody has accepted')];
    if (ask.isRepeated) return [about('twice')];
    if (scene.runs.runs.some((run) => run.slot === key && run.runId !== claimedBy(ask))) {
      return [about('although it had one before')];
    }
    if (slot.kind === 'stop') return [about('to stop one')];
    const isDue = this.#isKnown(scene, slot);
    if (slot.kind === 'restart') {
      return row?.reason === 'restarting' || isDue ? [] : [about('that is not due')];
    }
    if (trigger === 'catchup') {
      const isWaiting = row?.reason === 'to_catch_up' || (isDue && isCatchable(scene, slot));
      if (!isWaiting) return [about('to catch up what need not be')];
      return alreadySucceeded(scene, slot, { dag, purpose: 'catchUp' }) === 'yes'
        ? [about('although one has succeeded')]
        : [];
    }
    const isPutOff = row?.reason === 'jitter';
    if ((row !== undefined && !isPutOff) || !isDue) return [about('that is not due')];
    if (ask.wall - timeOf(scene, slot) >= LIVE_MS) return [about('too late')];
    if (dag.problem !== null) return [about('of an invalid DAG')];
    if (alreadySucceeded(scene, slot, { dag, purpose: 'start' }) === 'yes')
      return [about('although one has succeeded')];
    return this.#judgeTime(scene, slot, ask.wall);
  }

  #isKnown(scene: Scene, slot: Slot): boolean {
    const key = keyOf(slot);
    return scene.undecided.has(key) || scene.optional.has(key) || scene.existing.mayExist(slot);
  }

  /** Where nothing has disturbed the clock, the engine looks at the very time. */
  #judgeTime(scene: Scene, slot: Slot, wall: number): readonly string[] {
    const one = scene.undecided.get(keyOf(slot));
    if (one === undefined || !one.exact || wall === one.dueAt) return [];
    if (this.#isExcused(scene, slot.fileName)) return [];
    return [`${keyOf(slot)}: looked at ${wall - one.dueAt} ms late`];
  }

  #judgeChange(scene: Scene, change: Change): readonly string[] {
    const { key, slot, before, after } = change;
    if (after === undefined) return this.#judgeReopened(scene, change);
    const about = (text: string): string =>
      `${key}: ${before ? `${before.fate}/${before.reason}` : 'nothing'} became ` +
      `${after.fate}/${after.reason} ${after.dagRunId}: ${text}`;
    if (before !== undefined && before.fate !== 'pending') return [about('it had its fate')];
    if (before === undefined && !this.#isKnown(scene, slot))
      return [about('there is no such slot')];
    const fates = before === undefined ? newFates(scene, slot) : settledFates(scene, before);
    this.decided += 1;
    if (new Set(fates.filter(isFinal).map(fateWord)).size > 1) this.ambiguous += 1;
    const problems: string[] = [];
    if (!fates.some((fate) => isFate(fate, after)) && !this.#isGivenUp(scene, after)) {
      problems.push(about(`allowed is ${JSON.stringify(fates)}`));
    }
    if (isFresh(before) && askFor(scene, slot) === undefined) {
      problems.push(...this.#judgeTime(scene, slot, scene.wall));
    }
    return [...problems, ...judgeWords(scene, after).map(about)];
  }

  /** The store had refused its run, and before it took it the time was over. */
  #isGivenUp(scene: Scene, row: SlotRecord): boolean {
    const isOver = scene.wall - timeOf(scene, row) >= LIVE_MS;
    return isFate({ as: 'missed/busy' }, row) && this.#refusedSlots.has(keyOf(row)) && isOver;
  }

  #judgeReopened(scene: Scene, { key, before }: Change): readonly string[] {
    const mayReopen =
      before?.fate === 'missed' || (before?.fate === 'pending' && before.reason === 'to_catch_up');
    if (mayReopen && scene.setBack && before.at > scene.wall) return [];
    return [`${key}: ${before?.fate}/${before?.reason} was taken away`];
  }

  #judgeTurns(scene: Scene, moment: Moment): readonly string[] {
    const minute = Math.floor(scene.wall / MINUTE_MS);
    const files = [...scene.dags.keys()];
    const hasFresh = files.some((fileName) => freshSlots(scene, fileName).length > 0);
    const boundary = minute * MINUTE_MS;
    const isBoundary = moment.isUndisturbed && moment.wallBefore < boundary;
    if (scene.changes.length === 0 && scene.runs.asks.length === 0 && !isBoundary) return [];
    const problems: string[] = [];
    let isTaken = false;
    for (const [fileName, dag] of scene.dags) {
      const { problems: found, taken } = judgeBacklog(scene, dag, {
        isAllowed:
          hasFresh || scene.started || minute !== this.#turnMinute || isAnswered(scene, fileName),
        isRequired: !moment.isKilled && (hasFresh || isBoundary),
        isRefused: this.#isRefused(scene, fileName),
        isKilled: moment.isKilled,
      });
      problems.push(...found.map((text) => `${fileName}: ${text}`));
      if (taken && isBoundary && !hasFresh && scene.wall !== boundary) {
        problems.push(`${fileName}: a turn ${scene.wall - boundary} ms after the full minute`);
      }
      isTaken ||= taken;
    }
    if (isTaken) this.#turnMinute = minute;
    return problems;
  }

  /** What is due is decided within the engine's pause between looks. */
  #judgePatience(scene: Scene, moment: Moment): readonly string[] {
    if (moment.isKilled) return [];
    const changed = new Set(scene.changes.filter(({ after }) => after).map(({ key }) => key));
    const problems: string[] = [];
    for (const [key, { since, slot }] of scene.undecided) {
      if (changed.has(key) || scene.awake - since <= LOOK_MS) continue;
      if (!this.#isExcused(scene, slot.fileName)) problems.push(`${key}: is not decided`);
    }
    for (const row of scene.ledger.pending) {
      if (row.reason === 'queued') {
        const run = scene.runs.runs.find(({ runId }) => runId === row.dagRunId);
        if (run?.status !== 'queued' && !changed.has(keyOf(row)))
          problems.push(`${keyOf(row)}: waits in a queue that its run has left`);
        continue;
      }
      const isGone = !scene.dags.has(row.fileName) && !isAsking(scene, row.fileName);
      if (isGone && !changed.has(keyOf(row)) && moment.isUndisturbed) {
        problems.push(`${keyOf(row)}: its DAG is gone and it waits`);
      }
    }
    return problems;
  }

  /** A question of the DAG was open just now, or the store refuses. */
  #isExcused(scene: Scene, fileName: string): boolean {
    return this.#isRefused(scene, fileName) || this.#asking.get(fileName) === scene.awake;
  }

  #isRefused({ awake }: Scene, fileName: string): boolean {
    return awake - (this.#refused.get(fileName) ?? -Infinity) <= LOOK_MS;
  }
}

/** It is decided for the first time, apart from that it was put off. */
const isFresh = (row: SlotRecord | undefined): boolean =>
  row === undefined || row.reason === 'jitter';

/** A turn waits for the answer to an earlier question of its DAG. */
const isAnswered = ({ runs, instant }: Scene, fileName: string): boolean =>
  runs.asks.some((ask) => ask.slot.fileName === fileName && ask.answered === instant);

/** One thing at a time for each DAG: all else of it waits for the answer to its question. */
const isAsking = ({ runs }: Scene, fileName: string): boolean =>
  runs.asks.some(({ slot, result }) => slot.fileName === fileName && result.kind === 'open');

const claimedBy = ({ result }: Ask): string => (result.kind === 'claimed' ? result.runId : '');

/** Two reasons to be on time or late, where the rule names none, are one. */
const fateWord = ({ as }: Fate): string => (as.startsWith('ran/') ? 'ran' : as);

/** Limits of the backlog are judged where all of it is seen. */
const isFinal = ({ as }: Fate): boolean =>
  !as.startsWith('pending/') && as !== 'skipped/catchup_cap' && as !== 'skipped/superseded';

function isFate({ as, runIds }: Fate, { fate, reason, dagRunId }: SlotRecord): boolean {
  if (as !== `${fate}/${reason}`) return false;
  return runIds === undefined ? dagRunId === '' || fate === 'pending' : runIds.includes(dagRunId);
}

/** What stands in a row beside its fate. */
function judgeWords(scene: Scene, row: SlotRecord): readonly string[] {
  const problems: string[] = [];
  const ask = askFor(scene, row);
  if (row.decidedAt !== scene.wall && row.decidedAt !== ask?.wall) {
    problems.push(`decided at ${row.decidedAt} although it is ${scene.wall}`);
  }
  const dag = scene.dags.get(row.fileName);
  if (row.reason === 'jitter' && row.startsAt !== timeOf(scene, row))
    problems.push(`put off until ${row.startsAt}`);
  if (dag !== undefined && row.dagName !== dag.name) problems.push(`named ${row.dagName}`);
  if (row.detail === '') problems.push('without a sentence');
  return problems;
}

/** Only a stop and a restart stop runs, and a stop that says so has stopped all. */
function judgeStops(scene: Scene): readonly string[] {
  const { runs, changes, ledger, dags } = scene;
  const live = changes
    .filter(({ slot }) => slot.kind !== 'start')
    .map(({ before, after }) => (after ?? before)?.dagName);
  const restarting = [...ledger.pending]
    .filter(({ reason }) => reason === 'restarting')
    .map(({ dagName }) => dagName);
  // By the rows, since the DAG itself may have been deleted in this instant.
  const names = new Set([...live, ...restarting]);
  const asked = runs.asks.map(({ slot }) => dags.get(slot.fileName)?.name);
  const unasked = runs.stops.filter(
    ({ dagName }) => !names.has(dagName) && !asked.includes(dagName),
  );
  const stopped = runs.stops.map(({ runId }) => runId);
  const lies = changes.filter(
    ({ slot, after }) =>
      slot.kind === 'stop' && after?.fate === 'ran' && !stopped.includes(after.dagRunId),
  );
  const left = changes.filter(({ slot, after }) => slot.kind === 'stop' && after?.fate === 'ran');
  return [
    ...left.flatMap((change) => untold(scene, change)),
    ...unasked.map(({ runId }) => `${runId} was stopped without a slot`),
    ...lies.map(({ key }) => `${key}: says that it stopped a run, and did not`),
  ];
}
