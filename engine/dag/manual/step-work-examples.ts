import type { ManualExamples } from './manual-example.ts';

/** For each key of a step that says what it is and does, what it looks like in use. */
export const stepWorkExamples: ManualExamples = {
  'steps.name': [
    {
      spec: `steps:
  - name: fetch
    command: echo "$DAG_RUN_STEP_NAME"
`,
      prints: 'fetch',
    },
  ],
  'steps.id': [
    {
      spec: `steps:
  - id: check
    command: exit 3
    continue_on: failed
  - command: echo "the check ended with \${check.exit_code}"
`,
      ends: 'partially_succeeded',
      prints: 'the check ended with 3',
    },
  ],
  'steps.description': [
    {
      spec: `steps:
  - description: Says hello.
    command: echo hello
`,
    },
  ],
  'steps.type': [
    {
      spec: `steps:
  - name: ask
    type: hitl
  - command: echo approved
`,
      ends: 'waiting',
    },
  ],
  'steps.config': [
    {
      spec: `steps:
  - type: hitl
    config:
      prompt: Send the report?
`,
      ends: 'waiting',
    },
  ],
  'steps.command': [
    {
      spec: `steps:
  - command:
      - echo first
      - echo second
`,
      prints: 'first\nsecond',
    },
    {
      spec: `params:
  - NAME: Ada
steps:
  - |
    #!/usr/bin/env node
    console.log("hello " + process.env.NAME);
`,
      prints: 'hello Ada',
    },
  ],
  'steps.script': [
    {
      spec: `steps:
  - script: |
      #!/bin/sh
      for name in Ada Grace; do
        echo "hello $name"
      done
`,
      prints: 'hello Ada\nhello Grace',
    },
  ],
  'steps.call': [
    {
      spec: `steps:
  - call: cleanup
---
name: cleanup
steps:
  - command: echo cleaning
`,
    },
  ],
  'steps.params': [
    {
      spec: `steps:
  - call: greeting
    params:
      NAME: Ada
    output: RESULT
  - command: echo "\${RESULT.outputs.TEXT}"
---
name: greeting
params:
  - NAME: someone
steps:
  - command: echo "hello $NAME"
    output: TEXT
`,
      prints: 'hello Ada',
    },
  ],
  'steps.parallel': [
    {
      spec: `steps:
  - call: greeting
    parallel:
      items: [Ada, Grace, Edsger]
      max_concurrent: 2
    output: RESULT
  - command: echo "\${RESULT.summary.succeeded} greetings"
---
name: greeting
params:
  - NAME: someone
steps:
  - command: echo "hello $NAME"
`,
      prints: '3 greetings',
    },
  ],
  'steps.value': [
    {
      spec: `type: graph
params:
  - STAGE: live
steps:
  - type: router
    value: \${STAGE}
    routes:
      live: publish
  - name: publish
    command: echo publishing
`,
      prints: 'publishing',
    },
  ],
  'steps.routes': [
    {
      spec: `type: graph
params:
  - FILE: orders.csv
steps:
  - type: router
    value: \${FILE}
    routes:
      "re:\\\\.csv$": [read_table, count_rows]
      "re:\\\\.json$": read_json
  - name: read_table
    command: echo reading
  - name: count_rows
    command: echo counting
  - name: read_json
    command: echo never
`,
      prints: 'counting',
    },
  ],
  'steps.working_dir': [
    {
      spec: `steps:
  - working_dir: out
    command: basename "$PWD"
`,
      prints: 'out',
    },
  ],
  'steps.shell': [
    {
      spec: `steps:
  - shell: direct
    command: echo no shell, so $(this) stays
`,
      prints: 'no shell, so $(this) stays',
    },
    {
      spec: `steps:
  - shell: bash
    command: |
      ls no-such-folder
      echo going on
`,
      prints: 'going on',
    },
    {
      spec: `params:
  - PRICE: '{"net": 7}'
steps:
  - shell: [node, -p]
    env:
      - NET: \${PRICE.net}
    command: 6 * process.env.NET
`,
      prints: '42',
    },
  ],
  'steps.stdout': [
    {
      spec: `steps:
  - command: echo one
    stdout: out/lines.txt
  - command: cat out/lines.txt
`,
      prints: 'one',
    },
  ],
  'steps.stderr': [
    {
      spec: `steps:
  - command: echo careful >&2
    stderr: warnings.txt
  - command: cat warnings.txt
`,
      prints: 'careful',
    },
  ],
  'steps.output': [
    {
      spec: `steps:
  - command: echo 42
    output: COUNT
  - command: echo "\${COUNT} orders"
    output:
      name: SUMMARY
      key: result
      omit: false
`,
      prints: '42 orders',
    },
  ],
  'steps.env': [
    {
      spec: `steps:
  - env:
      LANGUAGE: French
    command: echo "in $LANGUAGE"
`,
      prints: 'in French',
    },
  ],
  'steps.log_output': [
    {
      spec: `steps:
  - log_output: merged
    command: echo one; echo two >&2
`,
      prints: 'one\ntwo',
    },
  ],
  'steps.log_output_encoding': [
    {
      spec: `steps:
  - log_output_encoding: windows-1252
    command: printf 'caf\\351\\n'
`,
      prints: 'café',
    },
  ],
  'steps.signal_on_stop': [
    {
      spec: `steps:
  - signal_on_stop: SIGINT
    command: echo a stop would interrupt me
`,
    },
  ],
  'steps.timeout_sec': [
    {
      spec: `steps:
  - command: sleep 60
    timeout_sec: 1
`,
      ends: 'failed',
    },
  ],
};
