import type { FieldSet } from '../../dag/fields/field.ts';
import { boolean, integer, text, texts, type TextAt } from '../../dag/fields/scalar-types.ts';
import type { StepDraft } from '../../dag/fields/steps-field.ts';
import type { Report } from '../../dag/source/report.ts';
import { quoted } from '../../dag/source/source-node.ts';
import {
  archiveOperations,
  formatOf,
  type ArchiveOperation,
} from '../../step-programs/archive/archive-request.ts';
import { settingsOf } from '../settings.ts';
import type { TypedDefinition } from '../step-type.ts';

/** What is packed or unpacked, unexpanded. */
export interface ArchiveConfig {
  readonly source: string;
  readonly destination: string;
  readonly include: readonly TextAt[];
  readonly verifies: boolean;
  /** In bytes. */
  readonly maxBytes: number;
}

const GIB = 1024 ** 3;

const config: FieldSet<ArchiveConfig> = {
  what: 'config of an `archive` step',
  fields: {
    source: {
      key: 'source',
      about:
        'The archive to read, or the file or folder to pack. Relative to the working directory.',
      type: text,
      fallback: '',
    },
    destination: {
      key: 'destination',
      about:
        'The folder to extract to, or the archive to create: `.zip`, `.tar`, `.tar.gz`, `.tgz`, `.tar.zst` or `.tzst`.',
      type: text,
      fallback: '',
    },
    include: {
      key: 'include',
      about: 'Patterns of the paths to take, such as `**/*.csv`; none means everything.',
      type: texts,
      fallback: [],
    },
    verifies: {
      key: 'verify_integrity',
      about:
        'Read a new archive again and compare it with its source. What is extracted or listed is always read whole and checked first.',
      type: boolean,
      fallback: false,
    },
    maxBytes: {
      key: 'max_size',
      about: 'How much an archive may hold, unpacked, in bytes. The usual limit is 10 GiB.',
      type: integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      fallback: 10 * GIB,
    },
  },
  unavailable: [],
  replaced: {},
};

export const definition: TypedDefinition<ArchiveConfig> = {
  name: 'archive',
  aliases: [],
  about: 'Creates, extracts or lists a zip or tar archive and prints a report as JSON.',
  takes: ['command', 'config'],
  needs: [['command'], ['config']],
  handles: true,
  readsSystem: false,
  settings: settingsOf(config),
  check: checkArchive,
  readers: ({ commands }) => commands.map(() => ({ kind: 'engine' })),
  autoName: 'archive',
  example: `working_dir: /srv/reports
steps:
  - name: pack
    type: archive
    command: create
    config:
      source: today
      destination: today.tar.gz
      include: ["**/*.csv"]
      verify_integrity: true
  - name: look
    type: archive
    command: list
    config: { source: today.tar.gz }
    output: LISTED
  - name: tell
    command: echo "\${LISTED.totalFiles} files, \${LISTED.totalSize} bytes"
  - name: unpack
    type: archive
    command: extract
    config: { source: today.tar.gz, destination: copy, max_size: 1000000 }
`,
};

function checkArchive(
  { given, values }: StepDraft,
  config: ArchiveConfig | null,
  report: Report,
): void {
  const command = given.get('command');
  const settings = given.get('config');
  if (!command || !settings || config === null) return;
  const [only] = values.commands;
  const operation = archiveOperations.find((known) => known === only?.text);
  if (command.value.kind === 'list' || only === undefined || operation === undefined) {
    const known = archiveOperations.map((each) => `\`${each}\``).join(', ');
    const got = only === undefined ? '' : `, got ${quoted(only.text)}`;
    report.error(command.value, `\`command\` of \`type: archive\` must be one of ${known}${got}`);
    return;
  }
  const missing = missingOf(operation, config);
  if (missing !== null)
    report.error(settings.key, `\`config\` of \`${operation}\` requires \`${missing}\``);
  else if (operation === 'create' && !mayBeArchive(config.destination))
    report.error(
      settings.key,
      `\`destination\` must end in .zip, .tar, .tar.gz, .tgz, .tar.zst or .tzst, got ${quoted(config.destination)}`,
    );
}

function missingOf(
  operation: ArchiveOperation,
  { source, destination }: ArchiveConfig,
): string | null {
  if (source === '') return 'source';
  return operation !== 'list' && destination === '' ? 'destination' : null;
}

/** Whether the name has a known ending, or may have one once it is expanded. */
function mayBeArchive(name: string): boolean {
  return formatOf(name) !== null || /[$`]/.test(name);
}
