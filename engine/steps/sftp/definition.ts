import type { FieldSet } from '../../dag/fields/field.ts';
import { oneOf, text } from '../../dag/fields/scalar-types.ts';
import { hostFields } from '../../dag/fields/ssh-field.ts';
import type { StepDraft } from '../../dag/fields/steps-field.ts';
import type { Report } from '../../dag/source/report.ts';
import type { HostSettings } from '../../dag/ssh.ts';
import { sftpDirections, type SftpDirection } from '../../step-programs/sftp/sftp-request.ts';
import { settingsOf } from '../settings.ts';
import type { TypedDefinition } from '../step-type.ts';

/** What is transferred and where, unexpanded. */
export interface SftpConfig extends HostSettings {
  readonly direction: SftpDirection;
  readonly source: string;
  readonly destination: string;
}

const config: FieldSet<SftpConfig> = {
  what: 'config of an `sftp` step',
  fields: {
    direction: {
      key: 'direction',
      about: '`upload` to the host, or `download` from it.',
      type: oneOf(sftpDirections),
      fallback: 'upload',
    },
    source: {
      key: 'source',
      about:
        'File or folder to transfer. On this computer it is relative to the working directory, on the host to the home folder of the user.',
      type: text,
      fallback: '',
    },
    destination: {
      key: 'destination',
      about:
        'Where it goes: what a folder holds goes into this one. A file gets this path, or goes into the folder of this name. Missing folders are made.',
      type: text,
      fallback: '',
    },
    ...hostFields,
  },
  unavailable: [],
  replaced: {},
};

export const definition: TypedDefinition<SftpConfig> = {
  name: 'sftp',
  aliases: [],
  about: 'Transfers files and folders to or from another host, and prints a report as JSON.',
  takes: ['config'],
  needs: [['config']],
  handles: true,
  readsSystem: false,
  settings: settingsOf(config),
  host: 'needed',
  check: checkPaths,
  autoName: 'sftp',
  example: `ssh:
  user: deploy
  host: web.example.com
  key: ~/.ssh/deploy
secrets:
  - { name: PASSWORD, provider: env, key: BACKUP_PASSWORD }
  - { name: PASSPHRASE, provider: env, key: DEPLOY_PASSPHRASE }
steps:
  - name: publish
    type: sftp
    config: { direction: upload, source: ./site, destination: /srv/www, passphrase: "\${PASSPHRASE}" }
    output: SENT
  - name: tell
    type: shell
    command: echo "\${SENT.files} files, \${SENT.bytes} bytes"
  - name: fetch
    type: sftp
    config:
      user: backup
      host: 192.0.2.7
      port: 2200
      key: ~/.ssh/backup
      password: \${PASSWORD}
      strict_host_key: true
      known_host_file: ./known_hosts
      timeout: 10s
      bastion: { host: gate.example.com }
      direction: download
      source: nightly/\${DAG_NAME}.tar.zst
      destination: ./backups/
    retry_policy: { limit: 3, interval_sec: 60 }
`,
};

function checkPaths({ given }: StepDraft, settings: SftpConfig | null, report: Report): void {
  const at = given.get('config')?.key;
  if (settings === null || at === undefined) return;
  for (const key of ['source', 'destination'] as const)
    if (settings[key] === '') report.error(at, `\`config\` of \`type: sftp\` requires \`${key}\``);
}
