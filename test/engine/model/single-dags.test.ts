import { describe, it } from 'vitest';
import { checkAgreement, LONGEST_MS } from './agreement.ts';

describe('a run of a random DAG', () => {
  it(
    'comes to what the model says, at the times that it says',
    () => checkAgreement({ min: 0, max: 0 }),
    LONGEST_MS,
  );
});
