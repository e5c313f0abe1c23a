import { z } from 'zod';
import { shape, type ValueOf } from './shape.ts';

const paramRule = shape(() =>
  z.object({
    description: z
      .string()
      .describe('What it is for, without what the other fields say; empty if there is none.'),
    isRequired: z.boolean().describe('True: a start must give it, for it has no default.'),
    type: z
      .enum(['any', 'string', 'integer', 'number', 'boolean', 'object', 'array', 'null'])
      .describe('`any`: the schema names none, or several.'),
    choices: z
      .array(z.string())
      .describe(
        'All values that it allows, as texts to start with; empty where they are not listed, are lists or maps, are more than 100, or one has more than 200 characters.',
      ),
    choiceTitles: z
      .array(z.string())
      .optional()
      .describe(
        'What people call each of `choices`, in their order: the `title` beside a `const`; empty for a value without one, and cut at 200 characters. Left out where none has one. A start takes the value.',
      ),
    minimum: z.number().optional().describe('The least number; left out without a limit.'),
    maximum: z.number().optional().describe('The greatest number; left out without a limit.'),
  }),
);
export type ParamRule = ValueOf<typeof paramRule>;

export const paramRules = shape(() =>
  z
    .array(paramRule())
    .describe(
      'For forms: what the JSON Schema of `params` says of each parameter, in their order. Left out without one.',
    ),
);
