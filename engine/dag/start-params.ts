import type { TextParam } from '../contract/format-param.ts';
import { EngineError } from '../contract/errors.ts';
import { jsonExcess, type JsonBounds } from '../lib/json-bounds.ts';
import { isJsonObject, jsonValueText, parseJson } from './json-text.ts';
import { MAX_PARAMS } from './limits.ts';
import { ParamTextError, splitParamText, TOO_MANY_PARAMS } from './param-text.ts';

/** Parameters as the caller of a start gave them: data, never expanded. */
export interface StartParams {
  /** The JSON text that was given, to the byte; null for other forms. */
  readonly rawJson: string | null;
  /** In the order given; a null name is a positional value. */
  readonly values: readonly TextParam[];
  /** Parameters that no positional value may fill either; it keeps its place, and comes to nothing. */
  readonly leftOut?: ReadonlySet<string>;
}

/** What one JSON text of parameters may be made of, whatever its values are. */
const BOUNDS: JsonBounds = { values: 50_000, depth: 500 };

const NO_START_PARAMS: StartParams = { rawJson: null, values: [] };

/**
 * Reads the `params` of a start: the text of a JSON object, of a JSON array (positional), or `K=V "x y"`.
 * Throws `bad_request` that names `params`.
 */
export function parseStartParams(text: string | undefined): StartParams {
  if (text === undefined || text.trim() === '') return NO_START_PARAMS;
  const params = /^\s*[[{]/.test(text)
    ? { rawJson: text, values: readJson(text) }
    : { rawJson: null, values: readText(text) };
  if (params.values.length > MAX_PARAMS) throw refusal(`is not valid: ${TOO_MANY_PARAMS}`);
  params.values.forEach(check);
  return params;
}

function readJson(text: string): readonly TextParam[] {
  const excess = jsonExcess(Buffer.from(text), BOUNDS);
  if (excess !== null) throw refusal(excess);
  const json = parseJson(text);
  if (Array.isArray(json))
    return json.map((value) => ({ name: null, value: jsonValueText(value) }));
  if (!isJsonObject(json)) {
    throw refusal('starts like JSON but is not valid JSON; put quotes around it if it is text');
  }
  return Object.entries(json).map(([name, value]) => ({ name, value: jsonValueText(value) }));
}

function readText(text: string): readonly TextParam[] {
  try {
    return splitParamText(text);
  } catch (error) {
    throw error instanceof ParamTextError ? refusal(`is not valid: ${error.message}`) : error;
  }
}

/** Parameters become environment variables, which can hold neither of these. */
function check({ name, value }: TextParam): void {
  if (name !== null && (name === '' || /[=\0]/.test(name) || !name.isWellFormed())) {
    throw refusal(`has an invalid variable name: ${JSON.stringify(name)}`);
  }
  if (value.includes('\0'))
    throw refusal('contains a NUL character, which a variable cannot contain');
}

function refusal(reason: string): EngineError {
  const message = `\`params\` ${reason}.`;
  return new EngineError('bad_request', message, { details: { params: reason } });
}
