import type { ManualExamples } from './manual-example.ts';

/** Examples of steps that run in a container. */
export const containerExamples: ManualExamples = {
  'steps.container': [
    {
      spec: `params:
  - DEPLOY: "no"
steps:
  - name: report
    preconditions:
      - condition: "\${DEPLOY}"
        expected: "yes"
    container:
      image: python:3.13-slim
      pull_policy: missing
      platform: linux/amd64
      name: report
      user: "1000"
      network: none
      volumes: [./data:/data:ro]
      working_dir: /data
      env: [{ LEVEL: info }]
      shell: [/bin/sh, -c]
      keep_container: false
    command: python3 report.py > /tmp/report && cat /tmp/report
    continue_on: skipped
  - name: check
    preconditions:
      - condition: "\${DEPLOY}"
        expected: "yes"
    container:
      image: postgres:17
      startup: command
      command: [postgres, -c, fsync=off]
      ports: [127.0.0.1:5433:5432]
      wait_for: running
      log_pattern: ready to accept connections
      restart_policy: "no"
    command: psql -U postgres -c "select 1"
    continue_on: skipped
  - name: look
    preconditions:
      - condition: "\${DEPLOY}"
        expected: "yes"
    container: { exec: shop-web }
    command: [df -h, uptime]
    continue_on: skipped
  - name: done
    command: echo "the rest went without containers"
`,
      prints: 'the rest went without containers',
    },
  ],
};
