import { counted } from '../../../lib/format-count.ts';

/** The summary of what a text changes in the meaning of a DAG. */
export const texts = {
  title: 'What changes',
  none: 'Nothing changes in meaning: only comments, order or spelling differ.',
  unknown: 'Fix the errors to see what changes.',
  errorAt: (line: number, message: string) => `Line ${line}: ${message}`,
  errorOnDisk: (line: number, message: string) => `On disk, line ${line}: ${message}`,
  change: (before: string, after: string) => `${before} → ${after}`,
  lines: (count: number) => counted(count, 'line'),
  field: (name: string) => `${name}:`,
  after: (step: string) => `after ${step}`,
  times: (times: string) => `Next: ${times}`,
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
