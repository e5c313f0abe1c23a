import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endOf } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { pulled, type Synced } from './sync-world.ts';

/** Something that a definition names, which a pull brings. */
interface Brought {
  readonly path: string;
  /** What a pull brings; run or read, it makes a step write `word` into the file. */
  readonly text: (word: string, file: string) => string;
  /** The accepted DAG that names it. */
  readonly dag: (file: string) => string;
  /** A DAG of which a new text waits does not start, by its accepted one neither. */
  readonly isDag?: boolean;
}

const itemIdOf = ({ path }: Brought): string => path.replace(/\.\w+$/, '');
const steps = (step: string, head = ''): string => `${head}steps:\n  - ${step}\n`;
const writes = (word: string, file: string): string => `echo ${word} >> ${file}`;
/** Writes a variable that the file defines. */
const tells = (file: string): string => `command: 'echo "$WORD" >> ${file}'`;

const kinds: Readonly<Record<string, Brought>> = {
  'an action': {
    path: 'tools/build/action.yml',
    text: (word, file) =>
      `name: it\nruns:\n  using: composite\n  steps:\n    - {shell: sh, run: "${writes(word, file)}"}\n`,
    dag: () => steps('{name: main, type: gha, command: ./tools/build}'),
  },
  'a file of another ending that is called': {
    path: 'memory/notes.md',
    text: (word, file) => steps(`command: ${writes(word, file)}`),
    dag: () => steps('call: ./memory/notes.md'),
  },
  'a file below a folder that is called': {
    path: 'team/etl.yaml',
    text: (word, file) => steps(`command: ${writes(word, file)}`),
    dag: () => steps('call: ./tools/../team/etl.yaml'),
    isDag: true,
  },
  'a dotenv file': {
    path: 'memory/env.md',
    text: (word) => `WORD=${word}\n`,
    dag: (file) => steps(tells(file), 'dotenv: memory/env.md\n'),
  },
  'a schema of parameters': {
    path: 'memory/params.md',
    text: (word) => JSON.stringify({ properties: { WORD: { type: 'string', default: word } } }),
    dag: (file) => steps(tells(file), 'params: {schema: memory/params.md, values: {}}\n'),
  },
  'a file of a secret': {
    path: 'memory/secret.md',
    text: (word) => word,
    dag: (file) =>
      steps(tells(file), 'secrets: [{name: WORD, provider: file, key: memory/secret.md}]\n'),
  },
  'a script of a shell': {
    path: 'memory/build.md',
    text: writes,
    dag: () => steps('command: sh ./memory/build.md'),
  },
  'a script that a script reads': {
    path: 'memory/deep/lib.md',
    text: writes,
    dag: () => steps("script: '. ./memory/deep/lib.md'"),
  },
};

async function reviewed(brought: Brought): Promise<{ world: Synced; file: string }> {
  const file = join(temporaryFolder('unread'), 'told');
  const files = { [brought.path]: brought.text('first', file) };
  const world = await pulled(files, { trust: 'review' });
  world.write('main.yaml', brought.dag(file));
  return { world, file };
}

/** What the steps of a run have written. */
async function toldBy({ world, file }: { world: Synced; file: string }): Promise<string> {
  const { call, engine } = world;
  // Without the file, some definitions cannot even begin.
  const started = await call('dags.start', { fileName: 'main' }).catch(() => null);
  if (started !== null) await endOf({ engine, name: 'main', dagRunId: started.dagRunId });
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

describe('a run of an accepted DAG', () => {
  it.each(Object.entries(kinds))('does not read %s that waits', async (_, brought) => {
    const reached = await reviewed(brought);

    const before = await toldBy(reached);
    await reached.world.accept(itemIdOf(brought));
    const after = await toldBy(reached);

    expect(before.trim()).toBe('');
    expect(after.trim()).toBe('first');
  });

  it.each(Object.entries(kinds))(
    'goes on with the accepted text of %s while a new one waits',
    async (_, brought) => {
      const reached = await reviewed(brought);
      const { world, file } = reached;
      await world.accept(itemIdOf(brought));
      await world.robin({ [brought.path]: brought.text('second', file) });
      await world.pull();

      const told = await toldBy(reached);

      expect(told.trim()).toBe(brought.isDag === true ? '' : 'first');
    },
  );
});
