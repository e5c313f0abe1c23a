import { ExpansionError } from '../../dag/expanded-text.ts';
import type { TypedContext } from '../step-type.ts';
import type { ProgramWork } from '../work.ts';
import type { JqConfig } from './definition.ts';

/** The expression of a step and its input, with all values filled in. jq has variables of its own, such as `$user`. */
export async function work({
  step,
  config,
  expandBraced,
}: TypedContext<JqConfig>): Promise<ProgramWork> {
  const input = {
    raw: config.raw,
    program: await expandBraced(config.program),
    expression: await expandBraced(step.commands[0] ?? ''),
    input: await expandBraced(step.script ?? '').catch(sayInstead),
  };
  return { kind: 'program', task: { program: 'jq', input } };
}

/** A value is no place for much data, and jq holds several times that. */
function sayInstead(error: unknown): never {
  if (!(error instanceof ExpansionError)) throw error;
  const instead = 'keep larger input in a file, and let a shell step run jq on it';
  throw new Error(`\`script\`: ${error.message}: ${instead}`, { cause: error });
}
