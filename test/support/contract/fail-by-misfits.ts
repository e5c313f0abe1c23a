import { afterEach, expect } from 'vitest';
import { takeMisfits } from './watch-answers.ts';

// Loaded before every file of tests.
afterEach(() => {
  expect(takeMisfits(), 'answers that the OpenAPI document does not describe').toEqual([]);
});
