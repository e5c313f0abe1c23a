import type { StepVariable } from '../../../contract/run.ts';
import type { Dag, Step } from '../../../dag/definition.ts';

type Definition = Pick<Dag, 'env'>;

/**
 * What a caller may know of a variable who may not know what lies outside of the definition: an entry of `env` as it is
 * written, and no value of the system or of a dotenv file. Parameters and outputs are part of the run, which the caller may read.
 */
export function asWritten(
  variable: StepVariable,
  { dag, step }: { readonly dag: Definition; readonly step: Pick<Step, 'env'> },
): StepVariable {
  switch (variable.source) {
    case 'system':
    case 'dotenv':
      return { ...variable, value: '', from: '', withheld: true };
    case 'base':
    case 'dag':
      return { ...variable, value: writtenIn(dag, variable) };
    case 'step':
      return { ...variable, value: writtenIn(step, variable) };
    default:
      return variable;
  }
}

/** The last entry of a name counts. */
function writtenIn({ env }: Definition | Pick<Step, 'env'>, { name }: StepVariable): string {
  return env.findLast((entry) => entry.name === name)?.value ?? '';
}
