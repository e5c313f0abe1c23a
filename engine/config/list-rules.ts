import type { z } from 'zod';
import { didYouMean } from '../lib/suggest.ts';

/** The message of an object in a list: for an unknown key the one that was probably meant. */
export function objectRule(rule: string, fields: object): ObjectErrorMap {
  return (issue) =>
    issue.code === 'unrecognized_keys'
      ? didYouMean(String(issue.keys[0]), Object.keys(fields))
      : rule;
}

type ObjectErrorMap = z.core.$ZodErrorMap<
  z.core.$ZodIssueUnrecognizedKeys | z.core.$ZodIssueInvalidType<unknown>
>;

/** Points at the second of two that have the same name. */
export function namedOnce(list: readonly { readonly name: string }[], context: NameCheck): void {
  const seen = new Set<string>();
  list.forEach(({ name }, index) => {
    if (seen.has(name)) {
      context.addIssue({
        code: 'custom',
        path: [index, 'name'],
        message: 'must be unique',
      });
    }
    seen.add(name);
  });
}

type NameCheck = z.core.$RefinementCtx;
