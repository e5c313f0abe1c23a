import type { ManualExamples } from './manual-example.ts';

/** Examples of the fields that tell others of runs. */
export const noticeExamples: ManualExamples = {
  smtp: [
    {
      spec: `smtp:
  host: mail.example.com
  port: "587"
  username: reports
  password: \${MAIL_PASSWORD}
secrets:
  - { name: MAIL_PASSWORD, provider: file, key: mail-password.txt }
steps:
  - command: echo "nothing went wrong"
handler_on:
  failure:
    type: mail
    config:
      from: reports@example.com
      to: ada@example.com
      subject: The report failed
`,
      files: { 'mail-password.txt': 'open sesame\n' },
      prints: 'nothing went wrong',
    },
  ],
  mail_on: [
    {
      spec: `smtp: { host: localhost, port: 25 }
mail_on: { success: true, failure: true, wait: true }
info_mail: { from: runs@example.com, to: ada@example.com }
error_mail: { from: runs@example.com, to: ada@example.com }
wait_mail: { from: runs@example.com, to: ada@example.com }
steps:
  - type: hitl
    config: { prompt: Send the report? }
  - command: echo reported
`,
      ends: 'waiting',
    },
  ],
  error_mail: [
    {
      spec: `params:
  - TEAM: night
smtp: { host: localhost, port: 25 }
mail_on: { failure: true }
error_mail:
  from: runs@example.com
  to: ["\${TEAM}@example.com", ada@example.com]
  prefix: "[\${TEAM}]"
  attach_logs: true
steps:
  - command: echo reported
`,
      prints: 'reported',
    },
  ],
  info_mail: [
    {
      spec: `smtp: { host: localhost, port: 25 }
mail_on: { success: true }
info_mail:
  from: runs@example.com
  to: ada@example.com
  prefix: "[report]"
  attach_logs: true
steps:
  - command: echo reported
`,
    },
  ],
  wait_mail: [
    {
      spec: `smtp: { host: localhost, port: 25 }
mail_on: { wait: true }
wait_mail:
  from: runs@example.com
  to: ada@example.com
  prefix: "[report]"
  attach_logs: false
steps:
  - type: hitl
    config: { prompt: Send the report? }
`,
      ends: 'waiting',
    },
  ],
  'steps.mail_on_error': [
    {
      spec: `smtp: { host: localhost, port: 25 }
error_mail: { from: runs@example.com, to: ada@example.com }
steps:
  - command: test -s yesterday.csv
    mail_on_error: true
    continue_on: { failure: true }
  - command: echo reported
`,
      ends: 'partially_succeeded',
      prints: 'reported',
    },
  ],
  otel: [
    {
      spec: `otel:
  enabled: true
  endpoint: http://localhost:4318
  headers: { Authorization: "Bearer \${TRACE_TOKEN}" }
  timeout: 5s
  resource: { service.name: reports, deployment.environment: production }
secrets:
  - { name: TRACE_TOKEN, provider: file, key: trace-token.txt }
steps:
  - command: echo "part of $TRACEPARENT"
`,
      files: { 'trace-token.txt': 'open sesame\n' },
      prints: 'part of 00-',
    },
    {
      spec: `otel:
  enabled: true
  endpoint: localhost:4317
  insecure: true
steps:
  - command: echo reported
`,
    },
  ],
};
