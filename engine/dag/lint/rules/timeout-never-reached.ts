import { quoted } from '../../source/source-node.ts';
import { valueAt } from '../lint-document.ts';
import type { LintRule } from '../lint-rule.ts';

export const timeoutNeverReached: LintRule = {
  code: 'timeout-never-reached',
  title: 'A time limit longer than that of the DAG',
  why: 'The run times out before the step can use its time.',
  fix: 'Reduce the limit of the step, or increase `timeout_sec` of the DAG.',
  wrong: `timeout_sec: 60
steps:
  - name: load
    command: echo loading
    timeout_sec: 600
`,
  right: `timeout_sec: 900
steps:
  - name: load
    command: echo loading
    timeout_sec: 600
`,
  find: ({ dag, steps }) =>
    steps
      .filter(({ step }) => dag.timeoutSec > 0 && step.timeoutSec > dag.timeoutSec)
      .map((one) => ({
        range: valueAt(one, 'timeout_sec'),
        message: `${quoted(one.step.name)} never gets ${one.step.timeoutSec} seconds: the run times out after ${dag.timeoutSec}`,
      })),
};
