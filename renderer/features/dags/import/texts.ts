import { counted } from '../../../lib/format-count.ts';

/** What is said while definitions of other systems become DAGs. */
export const texts = {
  title: 'Import DAGs',
  lead: 'Turn definitions of Dagu, also in earlier forms, or a crontab into DAGs. You see each before it is created.',
  kind: 'Import from',
  kinds: { dagu: 'Dagu', crontab: 'Crontab' },
  choose: 'Choose files…',
  files: 'Files to import',
  chosen: (files: readonly string[]) =>
    files.length === 1 ? (files[0] ?? '') : counted(files.length, 'file'),
  paste: {
    dagu: 'Or paste a definition',
    crontab: 'Or paste a crontab: what `crontab -l` prints, or /etc/crontab',
  },
  name: 'Name of the pasted DAG',
  pastedCrontab: 'crontab',
  example: { dagu: 'steps:\n  - command: echo hello', crontab: '30 2 * * * /usr/local/bin/backup' },
  cancel: 'Cancel',
  back: 'Back',
  show: 'Show',
  create: (dags: number) => (dags === 0 ? 'Create' : `Create ${counted(dags, 'DAG')}`),
  list: 'DAGs of this import',
  nothing: 'There is nothing to import in this text.',
  take: (dag: string) => `Import ${dag}`,
  states: {
    new: (source: string) => `from ${source}`,
    replaces: (source: string) => `from ${source}, replaces the DAG`,
    exists: (source: string) => `from ${source}, exists`,
    same: (source: string) => `from ${source}, is there already`,
    problem: (source: string) => `from ${source}, cannot be imported`,
  },
  before: 'Before',
  after: 'After',
  unchanged: 'The definition stays as it is.',
  replaced: 'What would replace the DAG that exists:',
  at: (line: number, message: string) => `Line ${line}: ${message}`,
  schedule: (lines: readonly string[]) => `Schedule ${lines.join(', ')}: off until you turn it on.`,
  created: (dags: number) => `Created ${counted(dags, 'DAG')}.`,
  schedulesOff: (dags: number) =>
    dags === 0
      ? ''
      : ` ${counted(dags, 'schedule')} ${dags === 1 ? 'is' : 'are'} off until you turn ${dags === 1 ? 'it' : 'them'} on.`,
  refused: (dag: string, reason: string) => `${dag}: ${reason}`,
} as const;
