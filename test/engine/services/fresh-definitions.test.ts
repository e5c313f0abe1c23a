import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCaches } from '../../../engine/services/caches.ts';
import { createDefinitions } from '../../../engine/services/definitions.ts';
import type { EngineError } from '../../../engine/contract/errors.ts';
import type { Clock } from '../../../engine/lib/clock.ts';
import { nextTurn } from '../../../engine/lib/next-turn.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { snapshotOf, type SnapshotRun } from '../../../engine/execution/state/load-run.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';
import { openDatabase } from '../../../engine/storage/database.ts';
import { anEngine, eventually, type TestEngine } from '../../support/engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';

const names = ['a', 'b', 'c'] as const;
type Name = (typeof names)[number];

/** How long the watch of the folder waits for a file to be still. */
const SETTLE_MS = 50;

// All texts are of one length, so that their size tells nothing.
const textOf = (mark: number): string =>
  `description: mark-${String(mark).padStart(4, '0')}\nsteps:\n  - command: echo \${BASE}\n`;
const baseOf = (mark: number): string => `env:\n  - BASE: base-${String(mark).padStart(4, '0')}\n`;

type Action =
  | { readonly kind: 'write' | 'save' | 'base' | 'overwrite'; readonly name: Name }
  | { readonly kind: 'delete' | 'remove'; readonly name: Name }
  | { readonly kind: 'rename' | 'move'; readonly name: Name; readonly to: Name };

const name = fc.constantFrom(...names);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constantFrom('write', 'save', 'overwrite', 'base'), name }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('delete', 'remove'), name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('rename', 'move'), name, to: name }) },
);

/** What the files hold, kept beside the engine. */
class Truth {
  readonly texts = new Map<Name, string>();
  base = '';
  #mark = 0;
  readonly #engine: TestEngine;

  constructor(engine: TestEngine) {
    this.#engine = engine;
  }

  async act(what: Action): Promise<void> {
    this.#mark += 1;
    const { client, config } = this.#engine;
    const { kind, name: fileName } = what;
    const file = this.fileOf(fileName);
    const text = textOf(this.#mark);
    const exists = this.texts.has(fileName);
    if (kind === 'base') {
      this.base = baseOf(this.#mark);
      writeCoarsely(config.paths.baseConfig, this.base);
      return;
    }
    if (kind === 'write' || (kind === 'overwrite' && exists)) writeCoarsely(file, text);
    else if (kind === 'save' && exists)
      await client.call('dags.updateSpec', { fileName, spec: text });
    else if (kind === 'save') await client.call('dags.create', { name: fileName, spec: text });
    else if (kind === 'delete' && exists) await client.call('dags.delete', { fileName });
    else if (kind === 'remove' && exists) rmSync(file);
    else if (kind === 'rename' || kind === 'move') return this.#rename(what);
    else return;
    if (kind === 'delete' || kind === 'remove') this.texts.delete(fileName);
    else this.texts.set(fileName, text);
  }

  async #rename({ kind, name: from, to }: Extract<Action, { readonly to: Name }>): Promise<void> {
    const text = this.texts.get(from);
    if (text === undefined || from === to) return;
    if (kind === 'move') renameSync(this.fileOf(from), this.fileOf(to));
    else if (this.texts.has(to)) return;
    else await this.#engine.client.call('dags.rename', { fileName: from, newFileName: to });
    this.texts.delete(from);
    this.texts.set(to, text);
  }

  fileOf(fileName: Name): string {
    return join(this.#engine.config.paths.dagsDir, `${fileName}.yaml`);
  }
}

/** Writes as on a disk whose files know the time in steps of two seconds. */
function writeCoarsely(file: string, text: string): void {
  writeFileSync(file, text);
  const seconds = Math.floor(Date.now() / 2000) * 2;
  utimesSync(file, seconds, seconds);
}

const descriptionOf = (text: string): string => /mark-\d+/.exec(text)?.[0] ?? '';

describe('a definition', () => {
  it('is the newest one whenever it is read, however it was changed a moment ago', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 40 }), async (actions) => {
        const engine = await anEngine({ config: temporaryConfig({ cache: 'low' }) });
        const truth = new Truth(engine);
        for (const each of actions) {
          await truth.act(each);
          for (const fileName of names) {
            const text = truth.texts.get(fileName);
            const answer = engine.client.call('dags.get', { fileName });
            if (text === undefined)
              await expect(answer).rejects.toMatchObject({ code: 'not_found' });
            else expect((await answer).dag.description).toBe(descriptionOf(text));
          }
        }
        await engine.stop();
      }),
      { numRuns: 25 },
    );
  });

  it('is the newest one when a run begins, and so is base.yaml', async () => {
    const engine = await anEngine();
    const truth = new Truth(engine);
    await truth.act({ kind: 'save', name: 'a' });
    const kinds = [
      'base',
      'overwrite',
      'base',
      'save',
      'overwrite',
      'overwrite',
      'base',
      'base',
    ] as const;

    for (const kind of kinds) {
      await truth.act({ kind, name: 'a' });
      const { dagRun } = await engine.client.call('dags.startSync', { fileName: 'a', timeout: 30 });

      const run = { name: 'a', dagRunId: dagRun.dagRunId };
      const log = await engine.client.call('runs.stepLog', {
        ...run,
        stepName: dagRun.nodes[0]?.step.name ?? '',
      });
      expect((await engine.client.call('runs.spec', run)).spec).toBe(truth.texts.get('a'));
      expect(`env:\n  - BASE: ${log.content}\n`).toBe(truth.base);
    }
  });

  it('is the newest one when a step calls it', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', {
      name: 'parent',
      spec: 'steps:\n  - call: child\n    output: SAID\n',
    });
    const child = (mark: number) =>
      `steps:\n  - command: echo ${String(mark).padStart(4, '0')}\n    output: WORD\n`;

    for (let mark = 0; mark < 6; mark += 1) {
      writeCoarsely(join(engine.config.paths.dagsDir, 'child.yaml'), child(mark));
      const { dagRun } = await engine.client.call('dags.startSync', {
        fileName: 'parent',
        timeout: 30,
      });
      const { outputs } = await engine.client.call('runs.outputs', {
        name: 'parent',
        dagRunId: dagRun.dagRunId,
      });
      expect(outputs['said']).toContain(String(mark).padStart(4, '0'));
    }
  });

  it('comes into the list as its last writer left it', async () => {
    const engine = await anEngine();
    const file = join(engine.config.paths.dagsDir, 'a.yaml');
    const listed = async () => (await engine.client.call('dags.list', {})).dags[0]?.dag.description;

    for (let mark = 0; mark < 8; mark += 1) {
      writeCoarsely(file, textOf(mark));
      const last = `mark-000${mark}`;
      await eventually(async () => (await listed()) === last, `the list has ${last}`);
    }
  });
});

describe('a definition that is gone', () => {
  it('is not found by those who came too late, whatever they want of it', async () => {
    const { client } = await anEngine();
    const codes: string[] = [];

    for (let turns = 0; turns < 12; turns += 1) {
      await client.call('dags.create', { name: 'a', spec: textOf(turns) });
      const codeOf = async (asked: Promise<unknown>): Promise<void> => {
        await asked.catch((error: unknown) => codes.push((error as EngineError).code));
      };
      const first = codeOf(client.call('dags.delete', { fileName: 'a' }));
      for (let turn = 0; turn < turns / 3; turn += 1) await nextTurn();
      await Promise.all([
        first,
        codeOf(client.call('dags.rename', { fileName: 'a', newFileName: 'b' })),
        codeOf(client.call('dags.updateSpec', { fileName: 'a', spec: textOf(turns + 1) })),
        codeOf(client.call('dags.delete', { fileName: 'a' })),
        codeOf(client.call('dags.get', { fileName: 'a' })),
      ]);
      const { dags } = await client.call('dags.list', {});
      for (const { fileName } of dags) await client.call('dags.delete', { fileName });
    }

    expect(codes.length).toBeGreaterThan(0);
    expect(new Set(codes)).toEqual(new Set(['not_found']));
  });

  it('is in no list, even when the folder is looked at while it goes', async () => {
    let looks: (() => void)[] = [];
    const after: Clock['after'] = (ms, act) => {
      if (ms !== SETTLE_MS) return systemClock.after(ms, act);
      looks.push(act);
      return () => (looks = looks.filter((look) => look !== act));
    };
    const { client } = await anEngine({ clock: { ...systemClock, after } });
    const ghosts: string[] = [];

    for (let turns = 0; turns < 20; turns += 1) {
      await client.call('dags.create', { name: 'a', spec: textOf(turns) });
      await eventually(() => looks.length > 0, 'the folder has told of the file');
      const deleted = client.call('dags.delete', { fileName: 'a' });
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      looks.splice(0).forEach((look) => look());
      await deleted;
      await nextTurn();
      const { dags } = await client.call('dags.list', {});
      ghosts.push(...dags.map(({ fileName }) => `${fileName} after ${turns} turns`));
      looks.splice(0).forEach((look) => look());
    }

    expect(ghosts).toEqual([]);
  });
});

describe('the definition of a run', () => {
  it('is the one of that run, even when the id of its text was that of another one before', () => {
    const db = openDatabase(join(temporaryFolder('store'), 'engine.db'));
    const definitions = createDefinitions(db, createCaches('low', systemClock).runs);
    const run: SnapshotRun = {
      definitionId: 1,
      baseId: null,
      document: null,
      dagName: 'a',
      parentId: null,
    };
    const store = (mark: number): void => {
      db.exec('DELETE FROM definition');
      db.prepare('INSERT INTO definition (hash, text) VALUES (?, ?)').run(
        Buffer.from([mark]),
        textOf(mark),
      );
    };

    store(1);
    const first = definitions.of(run);
    store(2);
    const second = definitions.of(run);

    expect([first, second].map(({ description }) => description)).toEqual([
      'mark-0001',
      'mark-0002',
    ]);
    expect(definitions.of(run)).toBe(second);
    db.close();
  });

  it('is not read again while anybody holds one of a large text', () => {
    const db = openDatabase(join(temporaryFolder('store'), 'engine.db'));
    const definitions = createDefinitions(db, createCaches('low', systemClock).runs);
    /** Whether a run that began with this text is driven by what was read then. */
    const isHeld = (name: string, description: string): boolean => {
      const text = `description: ${description}\nsteps:\n  - command: "true"\n`;
      const { dag } = loadDag(text, { name });
      const { lastInsertRowid } = db
        .prepare('INSERT INTO definition (hash, text) VALUES (?, ?)')
        .run(Buffer.from(description.slice(0, 1)), text);
      const run = {
        definitionId: Number(lastInsertRowid),
        baseId: null,
        document: null,
        dagName: 'large',
        parentId: null,
      };
      if (dag === null) throw new Error('the definition is broken');
      definitions.remember(run, { dag, text, base: null });
      return snapshotOf(db, run).dag === dag;
    };

    expect(isHeld('large', 'l'.repeat(20_000))).toBe(true);
    // What costs nothing to read takes no memory, and what was read under another name is not the same.
    expect(isHeld('large', 'small')).toBe(false);
    expect(isHeld('other', 'o'.repeat(20_000))).toBe(false);
    db.close();
  });
});

describe('the caches', () => {
  it('have room by the setting, and say how much of it is taken', async () => {
    const engine = await anEngine({ config: temporaryConfig({ cache: 'low' }) });
    const entries = async (cache: string) => {
      const text = await engine.client.call('system.metrics', {});
      return Number(
        new RegExp(`^svc_cache_entries_total\\{cache="${cache}"\\} (\\d+)$`, 'm').exec(text)?.[1],
      );
    };
    expect([await entries('dag_definition'), await entries('dag_run_status')]).toEqual([0, 0]);

    for (let at = 0; at < 460; at += 1) {
      writeFileSync(join(engine.config.paths.dagsDir, `dag-${at}.yaml`), textOf(at));
      await engine.client.call('dags.get', { fileName: `dag-${at}` });
    }
    await engine.client.call('dags.startSync', { fileName: 'dag-1', timeout: 30 });

    // A tenth of the 500 is for definitions that steps call.
    expect([await entries('dag_definition'), await entries('dag_run_status')]).toEqual([450, 1]);
  });
});
