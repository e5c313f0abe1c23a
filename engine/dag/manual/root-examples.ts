import type { ManualExamples } from './manual-example.ts';

/** For each key of a DAG what it looks like in use. */
export const rootExamples: ManualExamples = {
  name: [
    {
      spec: `name: nightly-report
steps:
  - command: echo "this is $DAG_NAME"
`,
      prints: 'this is nightly-report',
    },
  ],
  description: [
    {
      spec: `description: Closes the books of a day.
steps:
  - command: echo closed
`,
    },
  ],
  group: [
    {
      spec: `group: Finance
steps:
  - command: echo closed
`,
    },
  ],
  tags: [
    {
      spec: `tags: [team=data, nightly]
steps:
  - command: echo tagged
`,
    },
  ],
  type: [
    {
      spec: `type: graph
steps:
  - name: fetch
    command: echo fetching
  - name: check
    command: echo checking
  - name: publish
    command: echo publishing
    depends: [fetch, check]
`,
      prints: 'publishing',
    },
  ],
  params: [
    {
      spec: `params:
  - REGION: north
  - FILE: \${REGION}.csv
steps:
  - command: echo "reading $FILE"
`,
      prints: 'reading north.csv',
    },
    {
      spec: `params: north 10
steps:
  - command: echo "the first $2 of $1"
`,
      prints: 'the first 10 of north',
    },
    {
      spec: `params:
  schema:
    properties:
      REGION: {enum: [north, south]}
      COUNT: {type: integer, minimum: 1, default: 10}
    required: [REGION]
  values:
    REGION: north
steps:
  - command: echo "the first $COUNT of $REGION"
`,
      prints: 'the first 10 of north',
    },
  ],
  env: [
    {
      spec: `env:
  - ROOT: /srv/data
  - INBOX: \${ROOT}/inbox
steps:
  - command: echo "looking into $INBOX"
`,
      prints: 'looking into /srv/data/inbox',
    },
    {
      spec: `env:
  - BRANCH: \${WEBHOOK_PAYLOAD.branch:-main}
  - TARGET: \${NO_TARGET:-/srv/\${BRANCH}}
steps:
  - command: echo "$BRANCH goes to $TARGET"
`,
      prints: 'main goes to /srv/main',
    },
  ],
  dotenv: [
    {
      spec: `dotenv: [.env, local.env]
steps:
  - command: echo "the port is $PORT"
`,
      files: { '.env': 'PORT=80\n', 'local.env': 'PORT=8080\n' },
      prints: 'the port is 8080',
    },
  ],
  secrets: [
    {
      spec: `secrets:
  - name: TOKEN
    provider: env
    key: API_TOKEN
  - name: PASSWORD
    provider: file
    key: password.txt
    options:
      trim: "true"
steps:
  - command: echo "token $TOKEN, password $PASSWORD"
`,
      files: { 'password.txt': 'open sesame\n' },
      prints: 'token *******, password *******',
    },
  ],
  preconditions: [
    {
      spec: `params:
  - STAGE: live
preconditions:
  - test -d /
  - condition: \${STAGE}
    expected: re:^(live|test)$
  - condition: \${STAGE}
    expected: draft
    negate: true
steps:
  - command: echo "working on $STAGE"
`,
      prints: 'working on live',
    },
    {
      spec: `preconditions: test -e no-such-file
steps:
  - command: echo never
`,
      ends: 'aborted',
    },
  ],
  run_config: [
    {
      spec: `run_config:
  disable_param_edit: true
  disable_run_id_edit: true
params:
  - REGION: north
steps:
  - command: echo "always $REGION"
`,
      prints: 'always north',
    },
  ],
  working_dir: [
    {
      spec: `working_dir: data/today
steps:
  - command: basename "$PWD"
`,
      prints: 'today',
    },
  ],
  shell: [
    {
      spec: `shell: sh -u
steps:
  - command: echo "$NOWHERE_DEFINED"
`,
      ends: 'failed',
    },
  ],
  max_active_steps: [
    {
      spec: `max_active_steps: 2
steps:
  - - command: echo north
    - command: echo south
  - command: echo both done
`,
      prints: 'both done',
    },
  ],
  timeout_sec: [
    {
      spec: `timeout_sec: 1
steps:
  - command: sleep 60
`,
      ends: 'failed',
    },
  ],
  delay_sec: [
    {
      spec: `delay_sec: 1
steps:
  - command: echo slowly
`,
    },
  ],
  max_clean_up_time_sec: [
    {
      spec: `max_clean_up_time_sec: 30
steps:
  - command: echo a stop would wait for me
`,
    },
  ],
  max_output_size: [
    {
      spec: `max_output_size: 10
steps:
  - command: echo 1234567890
    output: TOO_LONG
`,
      ends: 'failed',
    },
  ],
  handler_on: [
    {
      spec: `handler_on:
  init: echo "before the first step"
  success: echo "all is well"
  failure: echo "something failed"
  abort: echo "somebody stopped it"
  exit:
    command: echo "the end, $DAG_RUN_STATUS"
steps:
  - command: echo working
`,
      prints: 'the end, succeeded',
    },
    {
      spec: `handler_on:
  wait: echo "waiting for $DAG_WAITING_STEPS"
steps:
  - name: approve
    type: hitl
`,
      ends: 'waiting',
    },
  ],
  steps: [
    {
      spec: `steps:
  - echo a command is a step
  - name: named
    command: echo a map of keys is a step
`,
      prints: 'a map of keys is a step',
    },
    {
      spec: `steps:
  first: echo the keys of a map are names
  second:
    command: echo "in the order of the text"
`,
      prints: 'in the order of the text',
    },
  ],
};
