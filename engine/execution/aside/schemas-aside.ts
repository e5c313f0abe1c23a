import { EngineError } from '../../contract/errors.ts';
import type { ParamDefinition } from '../../dag/definition.ts';
import {
  isHarmless,
  schemasHere,
  type ParamSchemas,
  type ParamsToCheck,
  type SchemaText,
} from '../prepare/param-schemas.ts';
import type { Job } from './job.ts';
import { tooMuch } from './too-much.ts';

type Ask = (job: Job) => Promise<unknown>;

/** Schemas of parameters, of which the side thread is asked those that are large or may take long. */
export function schemasAside(ask: Ask, isLarge: (text: string) => boolean): ParamSchemas {
  return {
    paramsOf: (schema) =>
      isLarge(schema.text) ? paramsAside(ask, schema) : schemasHere.paramsOf(schema),
    check: (asked) => (isHarmless(asked) ? schemasHere.check(asked) : checkAside(ask, asked)),
  };
}

async function paramsAside(ask: Ask, job: SchemaText): Promise<readonly ParamDefinition[]> {
  // What the program makes of this job.
  return (await refusing(ask({ kind: 'schemaParams', job }))) as readonly ParamDefinition[];
}

async function checkAside(ask: Ask, job: ParamsToCheck): Promise<ReadonlyMap<string, string>> {
  // What the program makes of this job.
  return (await refusing(ask({ kind: 'checkParams', job }))) as ReadonlyMap<string, string>;
}

async function refusing(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (cause) {
    const reason = tooMuch(cause);
    if (reason === null) throw cause;
    const message = `The \`schema\` of \`params\` with these values ${reason}, or the values.`;
    throw new EngineError('bad_request', message, { cause });
  }
}
