import { ExpansionError } from '../../dag/expanded-text.ts';
import { isJsonObject, parseJson } from '../../dag/json-text.ts';
import { expandTexts, type Expand } from '../expand-texts.ts';
import type { TypedContext } from '../step-type.ts';
import type { ProgramWork } from '../work.ts';
import type { JqConfig } from './definition.ts';

/** The expression of a step and its input, with all values filled in. jq has variables of its own, such as `$user`. */
export async function work({
  step,
  config,
  expand,
  expandBraced,
}: TypedContext<JqConfig>): Promise<ProgramWork> {
  const input = {
    raw: config.raw,
    program: await expandBraced(config.program),
    expression: await expandBraced(step.commands[0] ?? ''),
    args: await argsOf(config.args, expand),
    input: await expandBraced(step.script ?? '').catch(sayInstead),
  };
  return { kind: 'program', task: { program: 'jq', input } };
}

/** Each value as JSON: what a variable holds is a text in it. */
async function argsOf(json: string, expand: Expand): Promise<Readonly<Record<string, string>>> {
  const values = await expandTexts(parseJson(json), expand);
  const entries = Object.entries(isJsonObject(values) ? values : {});
  return Object.fromEntries(entries.map(([name, value]) => [name, JSON.stringify(value)]));
}

/** A value is no place for much data, and jq holds several times that. */
function sayInstead(error: unknown): never {
  if (!(error instanceof ExpansionError)) throw error;
  const instead = 'keep larger input in a file, and let a shell step run jq on it';
  throw new Error(`\`script\`: ${error.message}: ${instead}`, { cause: error });
}
