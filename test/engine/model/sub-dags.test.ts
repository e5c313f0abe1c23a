import { describe, it } from 'vitest';
import { checkAgreement, LONGEST_MS } from './agreement.ts';

describe('a run of a random DAG that calls others', () => {
  it(
    'comes to what the model says, at the times that it says',
    () => checkAgreement({ min: 1, max: 3 }),
    LONGEST_MS,
  );
});
