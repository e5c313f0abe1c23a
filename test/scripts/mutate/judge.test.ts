import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createJudge } from '../../../scripts/mutate/judge.ts';
import { nearestTests } from '../../../scripts/mutate/nearest-tests.ts';
import type { TestVerdict } from '../../../scripts/mutate/test-runner.ts';
import { temporaryFolder } from '../../support/home.ts';

const source = 'a = b;';
const mutation = { file: 'f.ts', line: 1, start: 0, end: 6, replacement: ';', words: '' };

/** A judge over five files of tests, of which each answers for the source that it is given. */
function aJudge(verdictOf: (test: string, text: string) => Partial<TestVerdict> | 'hangs') {
  const root = temporaryFolder('judge');
  const unsound: string[] = [];
  const runs: string[] = [];
  writeFileSync(join(root, 'f.ts'), source);
  const judge = createJudge({
    root,
    nearest: () => ['t1', 't2', 't3', 't4', 't5'],
    maxTests: 4,
    onUnsound: (test) => void unsound.push(test),
    runner: {
      run: async ({ changed, tests }) => {
        const text = readFileSync(changed, 'utf8');
        runs.push(`${text} ${tests.map((test) => basename(test)).join(' ')}`);
        const verdicts = tests.map((test) => verdictOf(basename(test), text));
        if (verdicts.includes('hangs')) return 'hangs';
        const at = verdicts.findIndex((one) => one !== 'hangs' && one.failed !== undefined);
        const found = verdicts[at];
        return {
          failed: at < 0 ? undefined : tests[at],
          isLate: found !== undefined && found !== 'hangs' && found.isLate === true,
          slow: [],
        };
      },
    },
  });
  return {
    judge: () => judge(mutation),
    runs,
    unsound,
    left: () => readFileSync(join(root, 'f.ts'), 'utf8'),
  };
}

const failsIf = (isFailing: boolean, isLate = false) => (isFailing ? { failed: 'it', isLate } : {});

describe('a mistake', () => {
  it('is noticed when a test fails that passes without it', async () => {
    const { judge, runs, left } = aJudge((test, text) => failsIf(test === 't2' && text === ';'));

    expect(await judge()).toEqual({ isNoticed: true, by: 't2' });
    expect(await judge()).toEqual({ isNoticed: true, by: 't2' });
    expect(runs).toEqual(['; t1 t2 t3', `${source} t2`, '; t1 t2 t3']);
    expect(left()).toBe(source);
  });

  it('survives when none of the nearest tests fails', async () => {
    const { judge, runs, left } = aJudge(() => ({}));

    expect(await judge()).toEqual({ isNoticed: false, tests: 4 });
    expect(runs).toEqual(['; t1 t2 t3', '; t4']);
    expect(left()).toBe(source);
  });

  it('is not noticed by a test that fails without it as well, which is left out', async () => {
    const { judge, runs, unsound } = aJudge((test) => failsIf(test === 't2'));

    expect(await judge()).toMatchObject({ isNoticed: false });
    expect(unsound).toEqual(['t2']);
    expect(runs).toEqual(['; t1 t2 t3', `${source} t2`, '; t1 t3', '; t4']);

    await judge();
    expect(runs.slice(4)).toEqual(['; t1 t3 t4', '; t5']);
  });

  it('is noticed when the tests hang, and do not without it', async () => {
    const { judge } = aJudge((_, text) => (text === ';' ? 'hangs' : {}));

    expect(await judge()).toEqual({ isNoticed: true, by: 'hangs' });
  });

  it('is held against a test that ran out of time only while the test has time without it', async () => {
    const { judge, runs } = aJudge((test, text) => failsIf(test === 't1' && text === ';', true));

    await judge();
    await judge();

    expect(runs).toEqual(['; t1 t2 t3', `${source} t1`, '; t1 t2 t3', `${source} t1`]);
  });
});

describe('the tests nearest to a file', () => {
  it('are those that reach it, by words in common, then by the imports between', () => {
    const root = temporaryFolder('nearest');
    const files = {
      'engine/dag/plan.ts': '',
      'engine/dag/types.ts': "import type { A } from './plan.ts';",
      'engine/run/start.ts': "import { plan } from '../dag/plan.ts';",
      'engine/index.ts': "import './run/start.ts';\nconst program = './aside.ts';",
      'engine/aside.ts': '',
      'test/engine/far.test.ts': "import { engine } from '#engine';",
      'test/engine/near.test.ts': "import {\n  start,\n} from '../../engine/run/start.ts';",
      'test/engine/plan.test.ts': "import { engine } from '#engine';",
      'test/engine/types.test.ts': "import { t } from '../../engine/dag/types.ts';",
    };
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    const nearest = nearestTests(root);

    expect(nearest('engine/dag/plan.ts').map((test) => basename(test, '.test.ts'))).toEqual([
      'plan',
      'near',
      'far',
    ]);
    expect(nearest('engine/aside.ts')).toHaveLength(2);
    expect(nearest('engine/none.ts')).toEqual([]);
  });
});
