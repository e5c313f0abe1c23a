import type { SeededRandom } from '../../../../scripts/samples/seeded-random.ts';
import { randomDag, randomJitter, randomLines, randomPolicy, type Flavour } from './random-dags.ts';
import { timeAfter, type SimulatedDag } from './simulated-dag.ts';
import { Simulation, type KillStage } from './simulation.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** For what is still under way at the end. */
const REST_MS = 130_000;

/** What a story came to. */
export interface Told {
  readonly slots: number;
  readonly ambiguous: number;
  readonly runs: number;
  readonly instants: number;
  readonly simulatedMs: number;
}

/** Lets weeks pass on a simulated machine, as the seed says, and throws where the rule is broken. */
export async function tellStory(seed: number): Promise<Told> {
  const simulation = new Simulation(seed);
  try {
    await new Story(simulation).tell();
    const { observer, runs, instants, machine } = simulation;
    return {
      slots: observer.judge.decided,
      ambiguous: observer.judge.ambiguous,
      runs: runs.runs.length,
      instants,
      simulatedMs: machine.elapsed,
    };
  } finally {
    simulation.close();
  }
}

class Story {
  readonly #simulation: Simulation;
  readonly #random: SeededRandom;
  readonly #flavour: Flavour;
  #unavailableUntil = -1;
  /** Of each file, for ever: what waits keeps its time, and what is read anew would not tell which of two it had. */
  readonly #jitters = new Map<string, number>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#random = simulation.random;
    this.#flavour = this.#random.pick([
      ['sparse', 70],
      ['dense', 29],
      ['flood', 1],
    ]);
  }

  async tell(): Promise<void> {
    const simulation = this.#simulation;
    const random = this.#random;
    const count = random.between(1, 4);
    for (let index = 0; index < count; index += 1) await this.#add(`dag-${index}.yaml`);
    await simulation.start();
    const budget = random.between(10, 40) * MINUTE_MS;
    while (simulation.machine.awake < budget) {
      await this.#live(this.#gap());
      await this.#act();
      // Whatever was done may have met a planned kill.
      if (!simulation.isOn) await this.#comeBack();
    }
    simulation.isUnavailable = false;
    simulation.killAt = null;
    await this.#live(REST_MS);
    simulation.finish();
  }

  /** Until something else happens: often just around the next time that something is due. */
  #gap(): number {
    const random = this.#random;
    const next = this.#untilNext();
    return Math.max(
      1,
      random.pick([
        [random.between(1, 3000), 2],
        [random.between(3000, 60_000), 2],
        [random.between(60_000, 300_000), 1],
        [next + random.between(-3000, 3000), next < 10 * MINUTE_MS ? 4 : 0],
      ]),
    );
  }

  #untilNext(): number {
    const { dags, machine, observer } = this.#simulation;
    const times = [...dags.values()].flatMap(({ lines }) =>
      lines.map((line) => timeAfter(line, machine.wall) - machine.wall),
    );
    const putOff = [...observer.ledger.pending].flatMap(({ startsAt }) => {
      const left = (startsAt ?? 0) - machine.wall;
      return left > 0 ? left : [];
    });
    return Math.min(Infinity, ...times, ...putOff);
  }

  /** The machine is awake. An engine that is killed comes back after a while. */
  async #live(forMs: number): Promise<void> {
    const simulation = this.#simulation;
    if (simulation.machine.awake >= this.#unavailableUntil) simulation.isUnavailable = false;
    await simulation.pass(forMs);
    if (!simulation.isOn) await this.#comeBack();
  }

  async #act(): Promise<void> {
    const random = this.#random;
    await random.pick<() => Promise<void>>([
      [() => this.#sleep(), 5],
      [() => this.#setClock(), 4],
      [() => this.#stop(), 2],
      [() => this.#kill(), 3],
      [() => this.#change(), 6],
      [() => this.#startByHand(), 2],
      [() => this.#refuse(), 1],
    ])();
  }

  /** A while, from a moment to days. */
  #while(): number {
    const random = this.#random;
    const isDense = this.#flavour === 'dense';
    return random.pick([
      [random.between(1, 20 * SECOND_MS), 2],
      [random.between(20 * SECOND_MS, 90 * SECOND_MS), 2],
      [random.between(90 * SECOND_MS, 15 * MINUTE_MS), 3],
      [random.between(15 * MINUTE_MS, 2 * HOUR_MS), 2],
      [random.between(2 * HOUR_MS, DAY_MS), isDense ? 0 : 3],
      [random.between(DAY_MS, 6 * DAY_MS), isDense ? 0 : 4],
    ]);
  }

  async #sleep(): Promise<void> {
    const random = this.#random;
    const timers = random.chance(0.7) ? 'stand still' : 'catch up';
    await this.#simulation.sleep(this.#while(), timers, random.chance(0.3));
  }

  #setClock(): Promise<void> {
    const random = this.#random;
    const isDense = this.#flavour === 'dense';
    const by = random.pick([
      [random.between(1000, 2000), 2],
      [random.between(2000, 10_000), 2],
      [random.between(10_000, 90_000), 3],
      [random.between(90_000, HOUR_MS), 3],
      [HOUR_MS, 1],
      [random.between(HOUR_MS, DAY_MS), isDense ? 0 : 2],
      [DAY_MS, isDense ? 0 : 1],
    ]);
    this.#simulation.setClock(random.chance(0.5) ? by : -by);
    return Promise.resolve();
  }

  async #stop(): Promise<void> {
    await this.#simulation.stop();
  }

  async #kill(): Promise<void> {
    const random = this.#random;
    const simulation = this.#simulation;
    if (random.chance(0.4)) return simulation.kill();
    simulation.killAt = random.pick<KillStage>([
      ['looking', 1],
      ['asked', 2],
      ['writing', 2],
      ['claimed', 2],
      ['decided', 2],
      ['begun', 2],
    ]);
    simulation.note(`to be killed: ${simulation.killAt}`);
  }

  /** The machine may sleep, its clock be set and files be written while no engine is there. */
  async #comeBack(): Promise<void> {
    const simulation = this.#simulation;
    const random = this.#random;
    for (
      let count = random.pick([
        [1, 5],
        [2, 2],
        [0, 1],
      ]);
      count > 0;
      count -= 1
    ) {
      await random.pick<() => Promise<void>>([
        [() => simulation.sleep(this.#while(), 'stand still', false), 5],
        [() => this.#change(), 2],
        [() => this.#setClock(), 1],
      ])();
    }
    await simulation.start();
    // The next one may be killed as soon as it begins.
    if (!simulation.isOn) await this.#comeBack();
  }

  async #change(): Promise<void> {
    const random = this.#random;
    const simulation = this.#simulation;
    // What is read anew and what a kill loses is not told apart.
    simulation.killAt = null;
    const files = [...simulation.dags.values()];
    const dag = files[random.between(0, Math.max(0, files.length - 1))];
    if (dag === undefined || random.chance(0.1)) {
      return this.#add(`dag-${random.between(0, 5)}.yaml`);
    }
    const { isOn } = simulation;
    const change = random.pick<Partial<SimulatedDag> | null>([
      // The schedule of a broken definition cannot be read.
      [{ lines: randomLines(random, this.#flavour), problem: null }, 3],
      [{ policy: randomPolicy(random, this.#flavour) }, 2],
      [{ suspended: !dag.suspended }, 3],
      [{ isUnderReview: !dag.isUnderReview }, 2],
      [{ problem: dag.problem === null ? 'The step a has no command.' : null }, isOn ? 2 : 0],
      [null, 1],
    ]);
    await this.#edit(dag.fileName, change === null ? undefined : { ...dag, ...change });
  }

  async #add(fileName: string): Promise<void> {
    await this.#edit(fileName, randomDag(this.#random, fileName, this.#flavour));
  }

  async #edit(fileName: string, dag: SimulatedDag | undefined): Promise<void> {
    const jitterSec = this.#jitters.get(fileName) ?? randomJitter(this.#random, this.#flavour);
    this.#jitters.set(fileName, jitterSec);
    const written = dag && { ...dag, policy: { ...dag.policy, jitterSec } };
    await this.#simulation.edit(fileName, written);
  }

  /** More than one at a time, perhaps, so that the newest may end before an older one; or under the name of another DAG. */
  async #startByHand(): Promise<void> {
    const random = this.#random;
    const dags = [...this.#simulation.dags.values()];
    const anyDag = () => dags[random.between(0, Math.max(0, dags.length - 1))];
    const dag = anyDag();
    if (dag === undefined) return;
    const as = random.chance(0.3) ? anyDag() : dag;
    for (let count = random.between(1, 3); count > 0; count -= 1) {
      await this.#simulation.startByHand(dag, as);
    }
  }

  #refuse(): Promise<void> {
    const simulation = this.#simulation;
    simulation.isUnavailable = true;
    this.#unavailableUntil = simulation.machine.awake + this.#random.between(1000, 150_000);
    simulation.note('the store takes no runs');
    return Promise.resolve();
  }
}
