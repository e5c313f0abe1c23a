import type { ManualExamples } from './manual-example.ts';

/** Examples of the fields that name a server for all steps of a type. */
export const serverExamples: ManualExamples = {
  container: [
    {
      spec: `container:
  image: python:3.13-slim
  name: reports
  pull_policy: missing
  platform: linux/amd64
  user: "1000"
  network: bridge
  ports: [127.0.0.1:8081:80]
  volumes: [./data:/data]
  working_dir: /data
  env: [{ LEVEL: info }]
  shell: [/bin/sh, -c]
  startup: command
  command: [python3, -m, http.server, "80"]
  wait_for: running
  log_pattern: Serving HTTP
  restart_policy: "no"
  keep_container: false
steps:
  - name: prepare
    type: shell
    command: echo "prepared here"
handler_on:
  failure:
    command: touch failed
`,
      prints: 'prepared here',
    },
    {
      spec: `container: { exec: shop-web, user: www-data }
steps:
  - { type: shell, command: "true" }
handler_on:
  failure: { command: df -h }
`,
    },
  ],
  registry_auths: [
    {
      spec: `registry_auths:
  registry.example.com:
    username: reports
    password: \${REGISTRY_TOKEN}
  docker.io: { username: ada, password: "\${HUB_TOKEN}" }
secrets:
  - { name: REGISTRY_TOKEN, provider: file, key: registry.txt }
  - { name: HUB_TOKEN, provider: file, key: hub.txt }
steps:
  - command: echo reported
handler_on:
  failure:
    container: { image: registry.example.com/tools:1 }
    command: notify failed
`,
      files: { 'registry.txt': 'swordfish\n', 'hub.txt': 'marlin\n' },
      prints: 'reported',
    },
  ],
  ssh: [
    {
      spec: `ssh:
  user: deploy
  host: web.example.com
  port: 2222
  key: ~/.ssh/deploy
  passphrase: \${PASSPHRASE}
  strict_host_key: true
  known_host_file: known_hosts
  shell: bash -eo pipefail
  timeout: 10s
  bastion:
    host: gate.example.com
    port: 22
    user: guest
    key: ~/.ssh/gate
    passphrase: \${PASSPHRASE}
secrets:
  - { name: PASSPHRASE, provider: file, key: passphrase.txt }
steps:
  - name: build
    type: shell
    command: echo "built here"
handler_on:
  failure:
    command: touch /srv/shop/build-failed
`,
      files: { 'passphrase.txt': 'open sesame\n' },
      prints: 'built here',
    },
    {
      spec: `ssh:
  user: admin
  host: 192.0.2.7
  password: \${PASSWORD}
steps:
  - { type: shell, command: "true" }
handler_on:
  failure: { command: df -h }
`,
    },
  ],
  s3: [
    {
      spec: `s3:
  region: eu-central-1
  endpoint: https://minio.example.com
  access_key_id: reports
  secret_access_key: \${S3_SECRET}
  bucket: reports
  force_path_style: true
secrets:
  - { name: S3_SECRET, provider: file, key: s3-secret.txt }
steps:
  - command: echo reported
handler_on:
  failure:
    type: s3
    command: delete
    config: { key: today.csv }
`,
      files: { 's3-secret.txt': 'open sesame\n' },
      prints: 'reported',
    },
  ],
  llm: [
    {
      spec: `llm:
  provider: openai
  model: gpt-5-mini
  api_key_name: KEY
  base_url: https://api.openai.com/v1
  system: Answer in one sentence.
  temperature: 0.2
  top_p: 0.9
  max_tokens: 200
  stream: true
  tools: [forecast]
  max_tool_iterations: 3
secrets:
  - { name: KEY, provider: file, key: key.txt }
steps:
  - command: echo reported
handler_on:
  failure:
    type: chat
    messages:
      - { role: user, content: What may have gone wrong? }
---
name: forecast
description: Tells the weather of a city.
params:
  - CITY: Paris
steps:
  - command: curl -s "https://wttr.in/$CITY?format=3"
    output: FORECAST
`,
      files: { 'key.txt': 'open sesame\n' },
      prints: 'reported',
    },
  ],
  'steps.llm': [
    {
      spec: `steps:
  - command: echo reported
handler_on:
  failure:
    type: chat
    llm: { provider: local, model: llama3.2, base_url: http://localhost:11434/v1, api_key_name: KEY, system: Be brief., temperature: 0, top_p: 1, max_tokens: 50, stream: false, tools: [disk-space], max_tool_iterations: 2 }
    messages:
      - { role: user, content: What may have gone wrong? }
---
name: disk-space
description: Tells how full the disks are.
steps:
  - command: df -h
`,
      prints: 'reported',
    },
  ],
  'steps.messages': [
    {
      spec: `llm: { provider: local, model: llama3.2 }
steps:
  - command: echo reported
handler_on:
  failure:
    type: chat
    messages:
      - { role: system, content: Be brief. }
      - { role: user, content: What may have gone wrong? }
`,
      prints: 'reported',
    },
  ],
  redis: [
    {
      spec: `redis:
  host: cache.example.com
  port: 6379
  username: reports
  password: \${REDIS_PASSWORD}
  db: 1
  tls: true
steps:
  - command: echo reported
handler_on:
  failure:
    type: redis
    config: { command: INCR, key: failures }
`,
      prints: 'reported',
    },
    {
      spec: `redis:
  url: rediss://reports:\${REDIS_PASSWORD}@cache.example.com:6380/1
steps:
  - command: echo reported
handler_on:
  failure:
    type: redis
    config: { command: INCR, key: failures }
`,
    },
    {
      spec: `redis:
  mode: sentinel
  sentinel_master: main
  sentinel_addrs: [one.example.com, two.example.com:26380]
steps:
  - command: echo reported
handler_on:
  failure:
    type: redis
    config: { command: INCR, key: failures }
`,
    },
    {
      spec: `redis:
  mode: cluster
  cluster_addrs: [one.example.com:7000, two.example.com:7000]
steps:
  - command: echo reported
handler_on:
  failure:
    type: redis
    config: { command: INCR, key: failures }
`,
    },
  ],
};
