import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { EngineError } from '../../contract/errors.ts';
import type { ReadSchema } from '../../dag/param-schema.ts';
import { matchesWhole, parsePattern } from '../../dag/pattern.ts';
import { keepLast } from '../../lib/keep-last.ts';
import { paramFormats } from '../../dag/param-formats.ts';

/** A compiled schema is a program; these many at most are kept. */
const MAX_KEPT = 64;
const compiled = keepLast(MAX_KEPT, (text) => compile(JSON.parse(text) as ReadSchema));

/**
 * The check that a schema stands for. What it says and nobody would check is refused, and it fetches nothing.
 *
 * @throws EngineError `bad_request` that says what is wrong with the schema.
 */
export function compileSchema(schema: ReadSchema): ValidateFunction {
  try {
    return compiled(JSON.stringify(schema));
  } catch (error) {
    const { message } = error as Error;
    const isTooDeep = error instanceof RangeError;
    const reason = isTooDeep ? 'it is nested too deep' : message.replace(/^strict mode: /, '');
    throw new EngineError(
      'bad_request',
      `The \`schema\` of \`params\` is not valid: ${reason}. Fix the schema.`,
      { cause: error },
    );
  }
}

const options: Options = {
  allErrors: true,
  useDefaults: true,
  strict: false,
  strictSchema: true,
  validateSchema: true,
  formats: paramFormats,
  // Expressions of callers' values are matched in linear time, as everywhere.
  code: { regExp: Object.assign(linearPattern, { code: 'linearPattern' }) },
  logger: false,
};

function compile(schema: ReadSchema): ValidateFunction {
  const ajv = checkerFor(schema['$schema']);
  // Parameters are members of an object, whether or not the schema says so.
  return ajv.compile({ type: 'object', ...schema });
}

function checkerFor(draft: unknown) {
  if (
    draft === undefined ||
    /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(String(draft))
  ) {
    return new Ajv2020(options);
  }
  if (/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/.test(String(draft))) {
    return new Ajv(options);
  }
  throw new Error(
    `\`$schema\` names the draft ${JSON.stringify(draft)}, but only 2020-12 and 07 are supported`,
  );
}

interface LinearPattern {
  readonly test: (text: string) => boolean;
  readonly toString: () => string;
}

function linearPattern(source: string): LinearPattern {
  const pattern = parsePattern(`re:${source}`);
  // The library tells expressions apart by their text.
  return { test: (text) => matchesWhole(pattern, text), toString: () => source };
}
