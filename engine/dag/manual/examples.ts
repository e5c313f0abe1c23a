import { containerExamples } from './container-examples.ts';
import type { ManualExamples } from './manual-example.ts';
import { noticeExamples } from './notice-examples.ts';
import { recordExamples } from './record-examples.ts';
import { rootExamples } from './root-examples.ts';
import { scheduleExamples } from './schedule-examples.ts';
import { serverExamples } from './server-examples.ts';
import { stepRuleExamples } from './step-rule-examples.ts';
import { stepWorkExamples } from './step-work-examples.ts';

/** What every key of a DAG and of a step looks like in use. A new key brings one along. */
export const manualExamples: ManualExamples = {
  ...rootExamples,
  ...recordExamples,
  ...scheduleExamples,
  ...noticeExamples,
  ...serverExamples,
  ...stepWorkExamples,
  ...stepRuleExamples,
  ...containerExamples,
};
