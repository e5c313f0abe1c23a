import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import type { Dag } from '../../../engine/dag/definition.ts';
import { createRun } from '../../../engine/execution/prepare/create-run.ts';
import type { Decision } from '../../../engine/execution/node/node-runner.ts';
import type { LoadOptions } from '../../../engine/execution/aside/aside.ts';
import { createSnapshots } from '../../../engine/execution/aside/snapshots.ts';
import { schemasHere } from '../../../engine/execution/prepare/param-schemas.ts';
import { Runner } from '../../../engine/execution/runner.ts';
import { newRunKey } from '../../../engine/lib/home-id.ts';
import { claimRun } from '../../../engine/queue/claim-run.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';
import { storedPathsOf } from '../../../engine/storage/stored-paths.ts';
import { nodesOf, type NodeRecord } from '../../../engine/storage/nodes.ts';
import { openDatabase, type Database } from '../../../engine/storage/database.ts';
import { runById } from '../../../engine/storage/runs.ts';
import { WriteQueue } from '../../../engine/storage/write-queue.ts';
import { silentLogger, type Complaint } from '../../support/engine.ts';
import type { Case, CaseDag } from './case.ts';
import { documentsOf, PATH_PARAM } from './documents.ts';
import { EPOCH_MS, Machine } from './machine.ts';
import { ROOT_PATH } from './model.ts';
import { createScript, type Script } from './script.ts';
import type { RunnableDag } from '../../../engine/execution/state/sub-runs.ts';

/** When the engine is killed. */
export type Kill =
  /** Just after its so-and-so-many-th process began, before it could note that. */
  | { readonly kind: 'launched'; readonly count: number }
  /** Just after it heard of an end, before it could note that. */
  | { readonly kind: 'told'; readonly count: number }
  | { readonly kind: 'time'; readonly afterMs: number };

export interface SimulationOptions {
  /** Empty, for the files of this case. */
  readonly folder: string;
  readonly kills?: readonly Kill[];
}

const HOME = '0123456789ab';

/** Runs a case through the real execution, storage and write queue, on a simulated machine. */
export class Simulation {
  readonly complaints: Complaint[] = [];
  readonly machine: Machine;
  readonly #case: Case;
  readonly #options: SimulationOptions;
  readonly #script: Script;
  readonly #text: string;
  readonly #dags: ReadonlyMap<string, Dag>;
  readonly #decided = new Set<string>();
  #launches = 0;
  #ends = 0;
  #db: Database = emptyDatabase();
  /** Dead engines may still look at theirs. */
  readonly #abandoned: Database[] = [];
  #engine: { readonly runner: Runner; readonly writes: WriteQueue } | null = null;
  #generation = 0;
  /** Kills that were carried out. */
  killed = 0;

  constructor(given: Case, options: SimulationOptions) {
    this.#case = given;
    this.#options = options;
    this.#script = createScript(given);
    this.machine = new Machine(this.#script, {
      launched: () => this.#mayKill('launched', this.#launches++),
      told: () => this.#mayKill('told', this.#ends++),
    });
    this.#text = documentsOf(given, ROOT_PATH);
    const { dag, localDags, issues } = loadDag(this.#text, { name: 'd0' });
    if (dag === null) throw new Error(`The case is no DAG: ${JSON.stringify(issues)}`);
    this.#dags = new Map([dag, ...localDags].map((one) => [one.name, one]));
  }

  get db(): Database {
    return this.#db;
  }

  /** Until nothing will ever happen again. */
  async run(): Promise<void> {
    mkdirSync(this.#options.folder, { recursive: true });
    this.#start();
    const id = await this.#begin();
    if (this.#case.stopAt !== null) {
      this.machine.after(this.#case.stopAt, () => this.#engine?.runner.stop(id));
    }
    for (const kill of this.#options.kills ?? []) {
      if (kill.kind === 'time') this.machine.after(kill.afterMs, () => this.#kill());
    }
    for (let events = 0; ; events++) {
      await quiet();
      if (!this.machine.next()) return;
      if (events > MAX_EVENTS) throw new Error('The run never comes to its end.');
    }
  }

  /** Removes what is left of it. */
  close(): void {
    for (const db of [this.#db, ...this.#abandoned]) db.close();
    rmSync(this.#options.folder, { recursive: true });
  }

  #start(): void {
    const generation = (this.#generation += 1);
    const isAlive = (): boolean => this.#generation === generation;
    const db = this.#db;
    const clock = this.machine.clock(isAlive);
    const log = silentLogger(this.complaints);
    const writes = new WriteQueue(db, { clock, log });
    const runner = new Runner({
      db,
      // A thread takes real time, which passes beside that of the simulation.
      snapshots: createSnapshots(db, {
        loadAgain: async (text, options) => readNow(text, options),
      }),
      aside: { schemas: schemasHere },
      writes,
      clock,
      room: { isLow: () => false, wait: async () => undefined },
      processes: this.machine.processes(isAlive),
      memory: { watch: () => ({ end: () => 0 }) },
      log,
      homeId: HOME,
      dataDir: join(this.#options.folder, 'data'),
      dagsDir: join(this.#options.folder, 'dags'),
      logDir: join(this.#options.folder, 'logs'),
      ownLogs: (logs) => logs,
      defaultShell: ['/bin/sh'],
      ownEnvironment: {},
      findCalled: (_caller, target) => Promise.resolve(this.#runnable(target)),
      changed: (change) => {
        if (isAlive() && change.kind === 'node') this.#nodeChanged(change.id, change.node);
      },
      ended: () => undefined,
      left: () => undefined,
      mailDue: () => undefined,
      traced: () => undefined,
    });
    this.#engine = { runner, writes };
  }

  async #begin(): Promise<number> {
    if (this.#engine === null) throw new Error('No engine runs.');
    const { writes, runner } = this.#engine;
    const called = this.#runnable('d0');
    const created = await createRun(
      {
        defaultShell: ['/bin/sh'],
        ownEnvironment: {},
        dagsDir: join(this.#options.folder, 'dags'),
        schemas: schemasHere,
        logDir: join(this.#options.folder, 'logs'),
        storedPaths: storedPathsOf(this.#db),
        now: EPOCH_MS,
      },
      {
        ...called,
        document: null,
        key: newRunKey(HOME),
        name: 'd0',
        dagRunId: 'root',
        params: undefined,
        homeFolder: this.#options.folder,
        trigger: 'manual',
        parent: null,
      },
    );
    await claimRun(writes, runner, { ...created, dag: called.dag, singleton: null });
    return 1;
  }

  #runnable(name: string): RunnableDag {
    const dag = this.#dags.get(name);
    if (dag === undefined) throw new Error(`There is no DAG ${name}.`);
    return { dag, text: this.#text, base: null, document: name, fileName: null };
  }

  /** Somebody decides at a gate, some time after it has opened. */
  #nodeChanged(id: number, { name, position, status, attempt }: NodeRecord): void {
    const key = `${id}:${position}:${attempt}`;
    if (status !== 'waiting' || this.#decided.has(key)) return;
    const { path, dag } = this.whichRun(id);
    if (dag.steps[position]?.work.kind !== 'gate') return;
    this.#decided.add(key);
    const count = this.#decidedBefore(`${path}:${name}`);
    const { afterMs, approve } = this.#script.decision(path, name, count);
    const decision: Decision = approve
      ? { kind: 'approved', by: 'model', inputs: {} }
      : { kind: 'rejected', by: 'model', reason: '' };
    this.machine.after(afterMs, () => {
      // Whoever looks at a gate that was closed meanwhile does not decide at the one that has opened since.
      const isSame = nodesOf(this.#db, id)[position]?.attempt === attempt;
      if (isSame) this.#engine?.runner.decide(id, position, decision);
    });
  }

  #decidedBefore(place: string): number {
    let count = 0;
    while (this.#decided.has(`${place}#${count}`)) count += 1;
    this.#decided.add(`${place}#${count}`);
    return count;
  }

  /** The path of a stored run, and the DAG that it is of. */
  readonly whichRun = (id: number): { readonly path: string; readonly dag: CaseDag } => {
    const record = runById(this.#db, id);
    const dag = this.#case.dags[Number((record?.dagName ?? '').slice(1))];
    if (record === undefined || dag === undefined) throw new Error(`There is no run ${id}.`);
    // Written by the engine: text values by name.
    const params = JSON.parse(record.params) as Record<string, string>;
    return { path: params[PATH_PARAM] ?? '', dag };
  };

  #mayKill(kind: 'launched' | 'told', count: number): void {
    const planned = this.#options.kills ?? [];
    if (planned.some((kill) => kill.kind === kind && kill.count === count)) this.#kill();
  }

  /** An engine notes every few seconds how far time limits have come. Here it has always just done so. */
  #noteLimits(): void {
    const elapsed = this.machine.elapsed;
    for (const table of ['run', 'attempt']) {
      this.#db
        .prepare(
          `UPDATE ${table} SET stopwatch = json_set(stopwatch, '$.elapsed', :elapsed,
             '$.usedMs', (stopwatch ->> 'usedMs') + :elapsed - (stopwatch ->> 'elapsed'))
           WHERE stopwatch IS NOT NULL`,
        )
        .run({ elapsed });
    }
  }

  /** What was committed is all that is left; the next engine starts when this turn of the loop is over. */
  #kill(): void {
    if (this.#engine === null) return;
    this.killed += 1;
    this.#engine = null;
    this.#generation += 1;
    this.#abandoned.push(this.#db);
    this.#db = new SQLite(this.#db.serialize());
    this.#db.pragma('foreign_keys = ON');
    this.#noteLimits();
    setImmediate(() => {
      this.#start();
      this.#engine?.runner.resumeAll();
    });
  }
}

const MAX_EVENTS = 20_000;
/** For work of the event loop that ends by itself, however busy the machine is. */
const LONGEST_MS = 10_000;

let template: Buffer | undefined;

function emptyDatabase(): Database {
  if (template === undefined) {
    const db = openDatabase(':memory:');
    template = db.serialize();
    db.close();
  }
  const db = new SQLite(template);
  db.pragma('foreign_keys = ON');
  return db;
}

/** Resolves when the event loop has nothing left to do. */
async function quiet(): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (performance.now() < end) {
    await new Promise((resolve) => setImmediate(resolve));
    if (!process.getActiveResourcesInfo().some(isWork)) return;
  }
  throw new Error('The engine never comes to rest.');
}

/** `CloseReq` is the end of a file that was read. */
const isWork = (resource: string): boolean =>
  ['Immediate', 'CloseReq'].includes(resource) || resource.startsWith('FSReq');

function readNow(text: string, { under, ...options }: LoadOptions) {
  return loadDag(text, { ...options, base: under?.base ?? null });
}
