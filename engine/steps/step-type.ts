import type { StepTypeDefinition } from '../dag/step-type.ts';
import type { Work, WorkContext } from './work.ts';

/** One type of step: how it is written, and what a step of it amounts to. A folder of `engine/steps` for each. */
export interface StepType extends StepTypeDefinition {
  /** What its work always is, so that another engine can go on with it. */
  readonly kind: Work['kind'];
  /** @throws Error in words for a person: the step fails with them. */
  readonly work: (context: WorkContext) => Promise<Work> | Work;
}
