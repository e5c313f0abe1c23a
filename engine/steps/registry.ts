import { definition as dag } from './dag/definition.ts';
import { work as dagWork } from './dag/work.ts';
import { definition as hitl } from './hitl/definition.ts';
import { work as hitlWork } from './hitl/work.ts';
import { definition as http } from './http/definition.ts';
import { work as httpWork } from './http/work.ts';
import { definition as router } from './router/definition.ts';
import { work as routerWork } from './router/work.ts';
import { definition as shell } from './shell/definition.ts';
import { work as shellWork } from './shell/work.ts';
import { gateType, stepType, type StepType } from './step-type.ts';

/** Every type of step. The first is the type of a step that names none. */
export const stepTypes: readonly StepType[] = [
  stepType(shell, 'process', shellWork),
  stepType(http, 'program', httpWork),
  stepType(dag, 'calls', dagWork),
  stepType(router, 'done', routerWork),
  gateType(hitl, hitlWork, (config) => config),
];

/** The type that a loaded step has by its name. */
export function stepTypeOf(name: string): StepType {
  const type = stepTypes.find((known) => known.name === name);
  // Only a database of a program that knew more types can hold such a name.
  if (!type) throw new Error(`the step type \`${name}\` is not available in this version`);
  return type;
}
