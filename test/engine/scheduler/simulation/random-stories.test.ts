import { describe, it } from 'vitest';
import { checkStories, LONGEST_MS } from './check-stories.ts';

describe('the scheduler on a machine that sleeps, is killed and has its clock set', () => {
  it('gives each slot one fate by the rule and none two runs', () => checkStories(0), LONGEST_MS);
});
