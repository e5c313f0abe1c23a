import { z } from 'zod';

// Zod would compile a function for each shape that it parses with, which takes a millisecond and saves less than one a
// thousand calls.
z.config({ jitless: true });

/**
 * A shape that is made when it is first asked for, and once. Zod takes ten to forty microseconds for each field, and
 * there are more than a thousand: a program that made them all would start later, and asks for a few.
 */
export function shape<T extends z.ZodType>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

/** What a shape describes, once it is parsed. */
export type ValueOf<S extends () => z.ZodType> = z.output<ReturnType<S>>;
