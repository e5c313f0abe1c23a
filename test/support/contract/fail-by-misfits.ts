import { afterAll, afterEach, expect } from 'vitest';
import { endWatch, takeMisfits } from './watch-answers.ts';

// Loaded before every file of tests.
afterEach(() => {
  expect(takeMisfits(), 'answers that the OpenAPI document does not describe').toEqual([]);
});
afterAll(endWatch);
