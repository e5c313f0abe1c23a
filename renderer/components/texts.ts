import type { ParamRule } from '#contract/param-rules.ts';
import { counted } from '../lib/format-count.ts';

/** What the components say by themselves, wherever they stand. */
export const texts = {
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  notCopied:
    'Could not copy: the browser lets a page copy over HTTPS or on localhost only, and with your permission.',
  copyWhat: (what: string) => `Copy ${what}`,
  retry: 'Retry',
  dismiss: 'Dismiss',
  warnings: 'Warnings',
  rows: {
    down: 'Next row',
    up: 'Previous row',
    open: 'Open the row',
    controls: 'Links and buttons of the row',
    tick: 'Select the row',
    tickAll: 'Select all rows',
    clear: 'Clear the selection',
  },
  grid: { move: 'Move in the table' },
  toasts: { label: 'What was just done' },
  showOnce: 'Copy it now. After you close this dialog, it is not shown again.',

  param: {
    /** Behind what somebody has written, with or without a full stop. */
    requiredBeside: (description: string) =>
      description === '' ? 'Required.' : `${description.replace(/(?<![.!?…])$/, '.')} Required.`,
    titled: (title: string, value: string) => `${title} (${value})`,
    choose: 'Select a value',
    notSet: 'Not set',
    empty: 'Empty',
    number: ({ type, minimum, maximum }: Pick<ParamRule, 'type' | 'minimum' | 'maximum'>) =>
      `Enter a ${type === 'integer' ? 'whole number' : 'number'}${limitsText(minimum, maximum)}.`,
  },

  runTable: {
    status: 'Status',
    dag: 'DAG',
    started: 'Started',
    duration: 'Duration',
    trigger: 'Trigger',
    parameters: 'Parameters or error',
    run: 'Run ID',
  },

  runBars: {
    none: 'No runs yet',
    summary: (runs: number, failed: number) => `Last ${counted(runs, 'run')}, ${failed} failed`,
  },

  leaveQueue: {
    command: 'Remove from queue…',
    title: (dag: string) => `Remove ${dag} from its queue`,
    confirm: 'Remove run',
    body: (dag: string, waited: string, canComeBack: boolean) =>
      `It has been waiting for ${waited} and will not run. Its record stays, with the status Aborted. ` +
      (canComeBack
        ? `To run ${dag}, put it back within ten seconds, or enqueue it again.`
        : `This cannot be undone. To run ${dag}, enqueue it again.`),
    parameters: 'Parameters: {params}',
  },

  slot: {
    suspended: 'The DAG is suspended, so this slot will be skipped.',
    due: {
      start: (when: string) => `A run starts ${when}.`,
      stop: (when: string) => `Its run stops ${when}.`,
      restart: (when: string) => `Its run restarts ${when}.`,
    },
    putOff: (time: string) => `It starts at ${time} (jitter_sec).`,
    inZone: (time: string, zone: string) => `, ${time} in ${zone}`,
    here: (time: string) => ` (${time} here)`,
    run: 'Run for this slot',
    runDetail: 'Starts a run now with the default parameters.',
    setCatchUp: 'Set a catch-up window…',
    setCatchUpDetail:
      'Opens the definition at catchup_window. Slots missed within that time run later.',
    openRun: 'Open run',
    openDag: 'Open DAG',
  },

  problems: {
    title: 'Problems',
    unchecked: 'Not checked',
    none: 'No problems',
    severity: { error: 'error', warning: 'warning' },
    position: (line: number, column: number) => `Line ${line}, column ${column}`,
  },

  conflicts: {
    title: (number: number, count: number) => `Conflict ${number} of ${count}`,
    use: { mine: 'Use mine', theirs: 'Use theirs', both: 'Use both' },
    useFor: (use: string, number: number) => `${use}, conflict ${number}`,
    parts: { mine: 'Mine', base: 'Before', theirs: 'Theirs' },
  },

  editor: {
    leave: 'Leave the editor',
    label: 'Definition',
    /** By the words of the library. */
    merge: {
      'Revert this chunk': 'Take this change from the left',
      '$ unchanged lines': '$ unchanged lines',
    },
    changeTo: (suggestion: string) => `Change to ${suggestion}`,
  },

  graph: {
    label: (steps: number) => `Graph of ${counted(steps, 'step')}`,
    step: 'step',
    dependsOn: (steps: readonly string[]) => `depends on ${steps.join(', ')}`,
    layingOut: (steps: number) => `Laying out ${counted(steps, 'step')}…`,
    find: 'Find a step',
    endFind: 'Close search',
    found: (current: number, count: number) => (count === 0 ? 'None' : `${current} of ${count}`),
    tiny: '<1%',
    kinds: { waiting: 'gate', router: 'router', nested: 'sub-DAG' },
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Zoom to fit',
  },
} as const;

function limitsText(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}
