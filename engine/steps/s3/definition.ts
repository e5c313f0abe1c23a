import type { S3Connection } from '../../dag/definition.ts';
import type { FieldSet } from '../../dag/fields/field.ts';
import { s3ConnectionFields } from '../../dag/fields/s3-field.ts';
import { boolean, integer, text } from '../../dag/fields/scalar-types.ts';
import type { StepDraft } from '../../dag/fields/steps-field.ts';
import type { Report } from '../../dag/source/report.ts';
import { quoted } from '../../dag/source/source-node.ts';
import { s3Commands, type S3Command } from '../../step-programs/s3/s3-request.ts';
import { settingsOf } from '../settings.ts';
import type { TypedDefinition } from '../step-type.ts';

/** What is stored or fetched, unexpanded, and where. */
export interface S3Config extends S3Connection {
  readonly key: string;
  readonly prefix: string;
  readonly source: string;
  readonly destination: string;
  readonly contentType: string;
  readonly storageClass: string;
  readonly maxKeys: number;
  readonly isRecursive: boolean;
}

const config: FieldSet<S3Config> = {
  what: 'config of an `s3` step',
  fields: {
    ...s3ConnectionFields.fields,
    key: { key: 'key', about: 'Key of the object.', type: text, fallback: '' },
    prefix: {
      key: 'prefix',
      about:
        'Folder in the bucket, with or without `/` at its end: of a list, and with `recursive`.',
      type: text,
      fallback: '',
    },
    source: {
      key: 'source',
      about: 'File or folder to upload, relative to the working directory.',
      type: text,
      fallback: '',
    },
    destination: {
      key: 'destination',
      about: 'File or folder to download to, relative to the working directory.',
      type: text,
      fallback: '',
    },
    contentType: {
      key: 'content_type',
      about: 'Content type of what is uploaded.',
      type: text,
      fallback: '',
    },
    storageClass: {
      key: 'storage_class',
      about: 'Storage class of what is uploaded, such as `STANDARD_IA`.',
      type: text,
      fallback: '',
    },
    maxKeys: {
      key: 'max_keys',
      about: 'Maximum number of entries in a list; 0 means all of them.',
      type: integer({ min: 0 }),
      fallback: 0,
    },
    isRecursive: {
      key: 'recursive',
      about: 'Take a folder and everything in it.',
      type: boolean,
      fallback: false,
    },
  },
  unavailable: [],
  replaced: {},
};

export const definition: TypedDefinition<S3Config> = {
  name: 's3',
  aliases: [],
  about:
    'Uploads, downloads, lists and deletes objects of S3, or of a service that speaks like it.',
  takes: ['command', 'config'],
  needs: [['command']],
  handles: true,
  readsSystem: false,
  settings: settingsOf(config),
  check: checkS3,
  readers: () => [{ kind: 'engine' }],
  bucket: 'needed',
  autoName: 's3',
  example: `s3:
  region: eu-central-1
  endpoint: https://minio.example.com
  access_key_id: reports
  secret_access_key: \${S3_SECRET}
  bucket: reports
  force_path_style: true
secrets:
  - { name: S3_SECRET, provider: env, key: S3_SECRET }
working_dir: /srv/reports
steps:
  - name: store
    type: s3
    command: upload
    config: { source: today.csv, key: 2026/today.csv, content_type: text/csv, storage_class: STANDARD_IA }
  - name: look
    type: s3
    command: list
    config: { prefix: 2026/, max_keys: 100, recursive: true }
    output: FOUND
  - name: fetch
    type: s3
    command: download
    config: { prefix: 2026/, destination: copy, recursive: true }
  - name: tell
    command: echo "the first is \${FOUND.objects[0].key}"
  - name: elsewhere
    type: s3
    command: delete
    config: { bucket: old, region: us-east-1, endpoint: https://old.example.com, force_path_style: false, access_key_id: old, secret_access_key: "\${S3_SECRET}", key: today.csv }
`,
};

/** What each command needs besides a bucket, without and with `recursive`; and the rest of what it takes. */
const rules: Readonly<
  Record<
    S3Command,
    {
      readonly one: readonly string[];
      readonly all: readonly string[];
      readonly takes: readonly string[];
    }
  >
> = {
  upload: {
    one: ['source', 'key'],
    all: ['source'],
    takes: ['source', 'content_type', 'storage_class'],
  },
  download: { one: ['key', 'destination'], all: ['destination'], takes: ['destination'] },
  list: { one: [], all: [], takes: ['max_keys'] },
  delete: { one: ['key'], all: ['prefix'], takes: [] },
};

function checkS3({ given, values, at }: StepDraft, read: S3Config | null, report: Report): void {
  const node = given.get('command')?.value ?? at;
  const [first, ...more] = values.commands;
  const command = s3Commands.find((one) => one === first?.text);
  if (command === undefined || more.length > 0) {
    const known = s3Commands.map((one) => `\`${one}\``).join(', ');
    report.error(
      node,
      `\`command\` of \`type: s3\` must be one of ${known}, got ${quoted(first?.text ?? '')}`,
    );
    return;
  }
  if (read === null) return;
  const entries = values.config?.kind === 'map' ? values.config.entries : [];
  const { one, all, takes } = rules[command];
  const isAll = read.isRecursive || command === 'list';
  for (const key of isAll ? all : one) {
    if (!entries.some((entry) => entry.key.text === key)) {
      const when = read.isRecursive ? ' with `recursive`' : '';
      report.error(
        values.config ?? at,
        `\`command: ${command}\`${when} requires \`${key}\` in \`config\``,
      );
    }
  }
  const foreign = [isAll ? 'key' : 'prefix', ...ofOneCommand.filter((key) => !takes.includes(key))];
  for (const { key } of entries) {
    if (!foreign.includes(key.text)) continue;
    const rule =
      key.text === 'prefix' ? 'needs `recursive: true`' : `is not for \`command: ${command}\``;
    report.error(
      key,
      `\`${key.text}\` ${rule}${isAll && key.text === 'key' ? ': use `prefix`' : ''}`,
    );
  }
}

const ofOneCommand = ['source', 'destination', 'content_type', 'storage_class', 'max_keys'];
