import { describe, expect, it } from 'vitest';
import { loadDag } from '../../../engine/steps/load-dag.ts';
import { samples, starterSpec } from '../../../renderer/features/dags/samples.ts';

describe('what the window offers to begin with', () => {
  it.each(samples)('is a definition that this engine can run: $name', ({ name, spec }) => {
    expect(loadDag(spec, { name }).issues).toEqual([]);
  });

  it('is a definition that this engine can run: a new DAG', () => {
    expect(loadDag(starterSpec('fresh'), { name: 'fresh' }).issues).toEqual([]);
  });
});
