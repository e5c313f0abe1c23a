import { describe, expect, it } from 'vitest';
import { circlesOf, importsOf } from '../../scripts/check/circles.ts';

const circles = (imports: Readonly<Record<string, readonly string[]>>) =>
  circlesOf(new Map(Object.entries(imports)));

describe('Circles of imports', () => {
  it('are found however long they are, and once', () => {
    expect(circles({ a: ['b'], b: ['c'], c: ['a'], d: ['a'] })).toEqual([['a', 'b', 'c', 'a']]);
    expect(circles({ a: ['b', 'c'], b: ['a'], c: ['c'] })).toEqual([
      ['a', 'b', 'a'],
      ['c', 'c'],
    ]);
  });

  it('are none where two ways lead to one file', () => {
    expect(circles({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })).toEqual([]);
  });

  it('are closed by imports of types, exports and imports at run time too', () => {
    const text = [
      "import type { A } from '../dag/a.ts';",
      "import { type B } from './b.ts';",
      "export { c } from './c.ts';",
      "const late = () => import('./d.ts');",
      "import { status } from '#contract/status.ts';",
      "import { join } from 'node:path';",
    ].join('\n');

    expect(importsOf('engine/queue/q.ts', text)).toEqual([
      'engine/dag/a.ts',
      'engine/queue/b.ts',
      'engine/queue/c.ts',
      'engine/queue/d.ts',
      'engine/contract/status.ts',
    ]);
  });
});
