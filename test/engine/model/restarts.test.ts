import { describe, it } from 'vitest';
import { checkRestarts, LONGEST_MS } from './agreement.ts';

describe('a run of a random DAG in engines that are killed', () => {
  it('comes to what it would come to in one, and nothing runs twice', checkRestarts, LONGEST_MS);
});
