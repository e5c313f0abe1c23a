import { ran, type FieldCase, type FieldCases } from './field-case.ts';
import { inSteps, next, nextStatus } from './step-forms.ts';

/** Cases of the fields that say whether a step runs, and what its end means for those behind it. */
export function howItFlows(folder: string): FieldCases {
  return {
    depends: {
      spec: `type: graph
max_active_steps: 2
${inSteps(`{name: s, command: "sleep 0.3; touch ${folder}/made-$DAG_RUN_ID"}`, `{name: next, depends: «s|[]», command: "test -e ${folder}/made-$DAG_RUN_ID"}`)}`,
      observe: nextStatus,
      expected: 'succeeded',
    },
    'preconditions.condition': followed(
      'command: "true", preconditions: [{condition: «one|two», expected: two}]',
      'skipped',
    ),
    'preconditions.expected': followed(
      'command: "true", preconditions: [{condition: "true", expected: «other|»}]',
      'skipped',
    ),
    'preconditions.negate': followed(
      'command: "true", preconditions: [{condition: "true", negate: «true|false»}]',
      'skipped',
    ),
    'continue_on.failure': followed('command: exit 1, continue_on: {failure: «true|false»}'),
    'continue_on.skipped': followed(
      'command: "true", preconditions: "false", continue_on: {skipped: «true|false»}',
    ),
    'continue_on.exit_code': followed('command: exit 7, continue_on: {exit_code: «[7]|[8]»}'),
    'continue_on.output': followed(
      'command: echo known trouble; exit 1, continue_on: {output: «"re:^known"|other»}',
    ),
    'continue_on.mark_success': {
      spec: inSteps(
        '{name: s, command: exit 1, continue_on: {failure: true, mark_success: «true|false»}}',
        next,
      ),
      observe: ran(({ node }) => node('s').statusLabel),
      expected: 'succeeded',
    },
  };
}

/** A step `s` and one behind it, by which it shows whether `s` held it up. */
function followed(step: string, expected = 'succeeded'): FieldCase {
  return { spec: inSteps(`{name: s, ${step}}`, next), observe: nextStatus, expected };
}
