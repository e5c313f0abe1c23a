import { counted, formatCount } from '../../../lib/format-count.ts';

/** The log of a step or a run, and what can be done with it. */
export const texts = {
  label: 'Log',
  lines: 'Log lines',
  noStep: 'No step',
  source: 'Log source',
  output: 'Output',
  stdout: 'stdout',
  stderr: 'stderr',
  allSteps: 'All steps',
  runLog: 'Run log',
  stderrOf: (step: string) => `${step}, stderr`,
  firstError: 'First error',
  noneYet: 'No output yet.',
  notStarted: 'This step has not started yet.',
  didNotRun: 'This step did not run.',
  printedNothing: 'This step printed nothing.',
  leftPrograms: (programs: string) =>
    `This step printed nothing. Programs that it left running ended with it: ${programs}`,
  noErrorOutput: 'This step printed nothing to stderr.',
  callPrintsLater:
    'No output yet. This step prints the results of its sub-runs when they end. Open a sub-run for its own logs.',
  pythonPrintsLater:
    'No output yet. Python buffers what it prints until it ends. To see each line at once, set PYTHONUNBUFFERED to 1 in `env` of the step.',
  empty: 'This log is empty.',
  newLines: (count: number) => `${counted(count, 'new line')} ↓`,
  search: 'Search the log',
  wrap: 'Wrap lines',
  follow: 'Follow',
  copy: 'Copy log',
  download: 'Download log',
  reading: (percent: number) => `Reading… ${percent}%`,
  copied: 'Copied',
  copiedLast: (lines: number) => `Copied the last ${formatCount(lines)} lines`,
  previous: 'Previous match',
  next: 'Next match',
  closeSearch: 'Close search',
  searching: 'Searching…',
  noMatches: 'No results',
  match: (number: number, count: string) => `${number} of ${count}`,
} as const;
