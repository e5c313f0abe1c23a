import type { ManualExamples } from './manual-example.ts';

/** Examples of the fields that say what is kept of runs. */
export const recordExamples: ManualExamples = {
  log_dir: [
    {
      spec: `log_dir: logs
steps:
  - command: ls logs | wc -l
`,
      prints: '1',
    },
  ],
  log_output: [
    {
      spec: `log_output: merged
steps:
  - command: echo one; echo two >&2
`,
      prints: 'one\ntwo',
    },
  ],
  log_output_encoding: [
    { spec: `log_output_encoding: latin1\nsteps: [printf 'caf\\351\\n']\n`, prints: 'café' },
  ],
  hist_retention_days: [
    {
      spec: `hist_retention_days: 7
steps:
  - command: echo kept for a week
`,
    },
  ],
  hist_retention_runs: [
    {
      spec: `hist_retention_days: 90
hist_retention_runs: 100
steps:
  - command: echo kept among the newest hundred
`,
    },
  ],
};
