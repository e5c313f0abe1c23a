import type { ManualExamples } from './manual-example.ts';

/** For each key that says when a DAG runs, and how many runs at once, what it looks like in use. */
export const scheduleExamples: ManualExamples = {
  schedule: [
    {
      spec: `schedule:
  start: "CRON_TZ=Europe/Berlin 0 8 * * 1-5"
  stop: "0 20 * * 1-5"
  restart: "0 12 * * 1-5"
steps:
  - command: echo working
`,
    },
  ],
  skip_if_successful: [
    {
      spec: `schedule: "0 * * * *"
skip_if_successful: true
steps:
  - command: echo once an hour is enough
`,
    },
  ],
  restart_wait_sec: [
    {
      spec: `schedule:
  restart: "0 4 * * *"
restart_wait_sec: 30
steps:
  - command: echo serving
`,
    },
  ],
  catchup_window: [
    {
      spec: `schedule: "0 6 * * *"
catchup_window: 2d12h
steps:
  - command: echo "a report for each morning of the last days"
`,
    },
  ],
  overlap_policy: [
    {
      spec: `schedule: "*/10 * * * *"
catchup_window: 6h
overlap_policy: latest
steps:
  - command: echo "the newest is enough"
`,
    },
  ],
  jitter_sec: [
    {
      spec: `schedule: "0 * * * *"
jitter_sec: 300
steps:
  - command: echo "within the first five minutes of the hour"
`,
    },
  ],
  queue: [
    {
      spec: `queue: database
steps:
  - command: echo one at a time with all others of this queue
`,
    },
  ],
  max_active_runs: [
    {
      spec: `max_active_runs: 1
steps:
  - command: echo as before
`,
      warns: 'max-active-runs-ignored',
    },
  ],
};
