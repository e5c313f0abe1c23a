import { counted } from '../../lib/format-count.ts';

/** The summary of what differs in meaning between two texts of a DAG. */
export const texts = {
  title: 'What changes',
  reviewTitle: 'What you accept',
  none: 'Nothing changes in meaning: only comments, order or spelling differ.',
  unknown: {
    disk: 'Fix the errors to see what changes.',
    remote: 'What changes is not known, because one of the texts has errors.',
    accepted: 'What changes is not known, because one of the texts has errors.',
  },
  errorAt: (line: number, message: string) => `Line ${line}: ${message}`,
  errorsOf: {
    disk: (line: number, message: string) => `On disk, line ${line}: ${message}`,
    remote: (line: number, message: string) => `On the remote, line ${line}: ${message}`,
    accepted: (line: number, message: string) => `Accepted before, line ${line}: ${message}`,
  },
  whole: { created: 'A new DAG.', deleted: 'The DAG is deleted.' },
  change: (before: string, after: string) => `${before} → ${after}`,
  lines: (count: number) => counted(count, 'line'),
  field: (name: string) => `${name}:`,
  after: (step: string) => `after ${step}`,
  next: 'Next:',
  timeBefore: (time: string) => `${time}, `,
  inZone: (time: string, zone: string) => `${time} (${zone})`,
  required: 'now required',
  optional: 'no longer required',
  inDag: (dag: string) => `in ${dag}, of the same file`,
  marks: { added: 'Added', removed: 'Removed', changed: 'Changed' },
  groups: {
    fields: 'DAG',
    schedule: 'Schedule',
    params: 'Parameters',
    steps: 'Steps',
    handlers: 'Handlers',
    secrets: 'Secrets',
    programs: 'Programs',
    hosts: 'Hosts',
    calls: 'Calls',
    calledBy: 'Called by',
  },
} as const;
