import { z } from 'zod';
import { queryInteger } from '../fields.ts';

/** Tail beats head beats offset; without any of them, the first 1000 lines. */
export const page = {
  tail: queryInteger({ min: 1, max: 10_000 }).optional().describe('The last lines.'),
  head: queryInteger({ min: 1, max: 10_000 }).optional().describe('The first lines.'),
  offset: queryInteger({ min: 1 }).optional().describe('1-based first line.'),
  limit: queryInteger({ min: 1, max: 10_000 }).optional().describe('How many lines from `offset`.'),
};

export const stream = z.enum(['stdout', 'stderr']).default('stdout');

/** Media type of a log that is sent as a file. */
export const LOG_TYPE = 'text/plain; charset=utf-8';
