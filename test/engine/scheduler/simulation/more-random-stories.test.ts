import { describe, it } from 'vitest';
import { checkStories, LONGEST_MS } from './check-stories.ts';

// The other half of the cases: test files run beside each other.
describe('the scheduler in other stories of that kind', () => {
  it('gives each slot one fate by the rule and none two runs', () => checkStories(1), LONGEST_MS);
});
