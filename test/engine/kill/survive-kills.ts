import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom, type SeededRandom } from '../../../scripts/samples/seeded-random.ts';
import { eventually } from '../../support/eventually.ts';
import { forkEngine, type ForkedEngine } from '../../support/fork-engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { killedStart } from '../../support/killed-start.ts';
import { processesUsing } from '../../support/leftovers.ts';
import { loadEverything } from './load-everything.ts';
import { mixedDefinitions } from './mixed-definitions.ts';
import { People } from './people.ts';
import { runTrees, type RunTree } from './run-trees.ts';
import { situationsOf } from './situations.ts';

export interface Survived {
  readonly trees: ReadonlyMap<string, RunTree>;
  /** Ids of the runs whose start was answered. */
  readonly accepted: readonly string[];
  /** What was under way when the engine was killed, counted over all kills. */
  readonly situations: Readonly<Record<string, number>>;
  readonly startMs: readonly number[];
  /** Processes that were left when all runs had ended. */
  readonly left: readonly number[];
  /** See `People`. */
  readonly stoppedAgain: ReadonlySet<string>;
}

const PATIENCE_MS = 90_000;

/** How long an engine lives, in milliseconds, and how often so. */
const moments: readonly (readonly [(random: SeededRandom) => number, number])[] = [
  [({ between }) => between(0, 15), 2],
  [({ between }) => between(15, 120), 3],
  [({ between }) => between(50, 900), 5],
];

/**
 * Starts runs, kills the engine at a moment that chance decides, and does so again on the same home; then lets all runs
 * come to their end. Without kills every definition runs once: what they come to by themselves.
 */
export async function surviveKills(options: {
  readonly seed: number;
  readonly kills: number;
}): Promise<Survived> {
  const home = new KilledHome(seededRandom(options.seed));
  for (let kill = 0; kill < options.kills; kill++) await home.killOnce();
  return home.finish(options.kills === 0);
}

class KilledHome {
  readonly #random: SeededRandom;
  readonly #config = temporaryConfig();
  readonly #mix = mixedDefinitions(temporaryFolder('journal'));
  readonly #accepted: string[] = [];
  readonly #situations: Record<string, number> = {};
  readonly #startMs: number[] = [];
  readonly #people = new People(this.#mix.journal);
  #turn: string[] = [];
  #started = 0;

  constructor(random: SeededRandom) {
    this.#random = random;
    const { dagsDir } = this.#config.paths;
    const { stored } = this.#mix;
    mkdirSync(dagsDir, { recursive: true });
    writeFileSync(join(dagsDir, `${stored.fileName}.yaml`), stored.spec);
  }

  async killOnce(): Promise<void> {
    const random = this.#random;
    if (this.#started > 0 && random.chance(0.15)) {
      await killedStart(this.#config, random.between(150, 600));
      this.#count('the start of an engine');
      return;
    }
    const engine = await this.#start();
    const orders: Promise<unknown>[] = Array.from({ length: random.between(1, 2) }, () =>
      this.#startNext(engine),
    );
    await random.pick<() => Promise<unknown>>([
      // What was ordered begins as the order is answered.
      [() => Promise.allSettled(orders), 2],
      [() => this.#people.attend(engine.call), 2],
      [() => delay(random.pick(moments)(random)), 3],
      [() => Promise.race([this.#people.attend(engine.call), delay(random.between(0, 60))]), 1],
    ])();
    await engine.kill();
    // Whoever waits for an answer of a killed engine gets none.
    await Promise.allSettled(orders);
    situationsOf(this.#config).forEach((what) => this.#count(what));
  }

  async finish(all: boolean): Promise<Survived> {
    const engine = await this.#start();
    for (const name of all ? this.#mix.specs.keys() : []) await this.#order(engine, name);
    await eventually(() => this.#people.attend(engine.call), 'all runs have ended', PATIENCE_MS);
    await loadEverything(engine);
    await engine.stop();
    return {
      trees: runTrees(this.#config, this.#mix.journal),
      accepted: this.#accepted,
      situations: this.#situations,
      startMs: this.#startMs,
      left: await this.#leftProcesses(),
      stoppedAgain: this.#people.stoppedAgain,
    };
  }

  async #start(): Promise<ForkedEngine> {
    const began = performance.now();
    const engine = await forkEngine(this.#config);
    this.#startMs.push(Math.round(performance.now() - began));
    return engine;
  }

  async #startNext(engine: ForkedEngine): Promise<void> {
    if (this.#turn.length === 0) this.#turn = [...this.#mix.specs.keys()];
    const at = this.#random.between(0, this.#turn.length - 1);
    const [name = ''] = this.#turn.splice(at, 1);
    await this.#order(engine, name);
  }

  async #order(engine: ForkedEngine, name: string): Promise<void> {
    const dagRunId = `${name}-${(this.#started += 1)}`;
    const spec = this.#mix.specs.get(name) ?? '';
    await engine.call('runs.start', { spec, name, dagRunId });
    this.#accepted.push(dagRunId);
  }

  #count(what: string): void {
    this.#situations[what] = (this.#situations[what] ?? 0) + 1;
  }

  /** A condition that was being asked may end a moment after its engine. */
  async #leftProcesses(): Promise<readonly number[]> {
    const { paths } = this.#config;
    const left = (): readonly number[] => processesUsing(paths.dataDir, paths.logDir);
    await eventually(() => left().length === 0, 'no process is left', 5000).catch(() => undefined);
    return left();
  }
}
