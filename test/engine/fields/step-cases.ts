import { temporaryFolder } from '../../support/home.ts';
import { whatComesAgain } from './again-cases.ts';
import type { FieldCases } from './field-case.ts';
import { howItFlows } from './flow-cases.ts';
import { whereItRuns } from './place-cases.ts';
import { whatIsDone } from './work-cases.ts';

/** Cases of the fields of a step. */
export function stepCases(): FieldCases {
  const folder = temporaryFolder('fields');
  return {
    ...whatIsDone(folder),
    ...howItFlows(folder),
    ...whatComesAgain(),
    ...whereItRuns(folder),
  };
}
