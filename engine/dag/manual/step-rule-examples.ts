import type { ManualExamples } from './manual-example.ts';

/** For each key of a step that says when, whether and how often it runs, what it looks like in use. */
export const stepRuleExamples: ManualExamples = {
  'steps.depends': [
    {
      spec: `type: graph
steps:
  - name: fetch
    command: echo fetching
  - name: publish
    command: echo publishing
    depends: fetch
`,
    },
  ],
  'steps.preconditions': [
    {
      spec: `params:
  - STAGE: test
steps:
  - name: publish
    command: echo publishing
    preconditions:
      - condition: \${STAGE}
        expected: test
        negate: true
    continue_on: skipped
  - command: echo done
`,
      prints: 'done',
    },
  ],
  'steps.continue_on': [
    {
      spec: `steps:
  - command: echo "no new orders"; exit 4
    continue_on:
      failure: false
      skipped: true
      exit_code: [4]
      output: ["re:^no new"]
      mark_success: true
  - command: echo going on
`,
      prints: 'going on',
    },
  ],
  'steps.retry_policy': [
    {
      spec: `steps:
  - command: |
      test -e tried || { touch tried; exit 75; }
      echo "there at last"
    retry_policy:
      limit: 3
      interval_sec: 1
      backoff: true
      max_interval_sec: 30
      exit_code: [75]
`,
      prints: 'there at last',
    },
  ],
  'steps.repeat_policy': [
    {
      spec: `steps:
  - command: |
      echo look >> looks
      grep -c look looks
    output: LOOKS
    repeat_policy:
      repeat: until
      condition: \${LOOKS}
      expected: "2"
      interval_sec: 1
      backoff: 1.5
      max_interval_sec: 60
      limit: 10
  - command: echo "looked $LOOKS times"
`,
      prints: 'looked 2 times',
    },
    {
      spec: `steps:
  - command: test -e ready || { touch ready; exit 75; }
    repeat_policy:
      repeat: while
      exit_code: [75]
  - command: echo ready
`,
      prints: 'ready',
    },
  ],
};
