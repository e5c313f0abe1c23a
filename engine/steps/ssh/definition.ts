import type { Dag, Step } from '../../dag/definition.ts';
import { sshFields } from '../../dag/fields/ssh-field.ts';
import type { StepDraft } from '../../dag/fields/steps-field.ts';
import type { Report } from '../../dag/source/report.ts';
import type { SshSettings } from '../../dag/ssh.ts';
import { settingsOf } from '../settings.ts';
import { checkCommands } from '../shell/check-commands.ts';
import { textReader } from '../shell/text-reader.ts';
import type { TypedDefinition } from '../step-type.ts';
import { remoteTexts } from './remote-texts.ts';

const settings = settingsOf(sshFields);

export const definition: TypedDefinition<SshSettings> = {
  name: 'ssh',
  aliases: [],
  about: 'Runs commands or a script on another host.',
  takes: ['command', 'script', 'shell', 'config'],
  needs: [['command', 'script']],
  handles: true,
  readsSystem: false,
  settings,
  host: 'usual',
  check: (step: StepDraft, _config, report: Report) => checkCommands(step, report),
  readers: (step: Step, dag: Dag) =>
    settings.fits(step.config) ? remoteTexts(dag, step, step.config).map(textReader) : [],
  autoName: 'ssh',
  example: `ssh:
  user: deploy
  host: web.example.com
  key: ~/.ssh/deploy
  passphrase: \${PASSPHRASE}
  bastion: { host: gate.example.com, port: 2222, user: guest }
secrets:
  - { name: PASSPHRASE, provider: env, key: DEPLOY_PASSPHRASE }
  - { name: PASSWORD, provider: env, key: DEPLOY_PASSWORD }
params:
  - VERSION: "1.2"
steps:
  - name: deploy
    type: ssh
    command: ["cd /srv/shop && ./deploy \\"$VERSION\\"", systemctl --user restart shop]
  - name: look
    type: ssh
    config:
      user: admin
      host: 192.0.2.7
      port: 2200
      password: \${PASSWORD}
      strict_host_key: true
      known_host_file: ./known_hosts
      shell: bash -eo pipefail
      timeout: 10s
    command: df -h | sort
    output: DISKS
  - name: behind
    type: ssh
    config: { bastion: { host: other.example.com }, key: ~/.ssh/other, passphrase: "\${PASSPHRASE}" }
    script: |
      #!/usr/bin/env python3
      import os
      print(os.environ["VERSION"])
`,
};
