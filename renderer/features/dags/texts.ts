import { counted, formatCount } from '../../lib/format-count.ts';
import { texts as bulkTexts } from './bulk/texts.ts';
import { formatFailures, type Failure } from './for-each-dag.ts';

/** The list of DAGs, the page of one, and everything that asks before it changes one. */
export const texts = {
  list: {
    title: 'DAGs',
    loading: 'Loading…',
    count: (shown: number, all: number) => `${shown} of ${all}`,
    byGroup: 'By group',
    byName: 'By name',
    newDag: 'New DAG',
    importDags: 'Import…',
    none: 'No DAGs match this filter.',
    unknown: 'DAGs appear here once they load.',
    showAll: (count: number) => `Show all ${count}`,
    rows: 'Rows',
    noGroup: 'No group',
    off: (count: number) => `${count} off`,
    broken: (count: number) => `${count} broken`,
    folderNotes: 'Notes on the DAGs folder',
  },

  filter: {
    focus: 'Filter DAGs',
    label: 'Filter DAGs',
    placeholder: 'Filter by name, tag: or status:',
    placeholderGit: 'Filter by name, tag:, status: or git:',
    clear: 'Clear filter',
    tags: 'Tags',
    selected: (count: number) => `${count} selected`,
    run: 'Run',
    resume: 'Resume',
    suspend: 'Suspend',
    tag: 'Tags…',
    move: 'Group…',
    delete: 'Delete…',
    deleteTitle: (dags: number) => `Delete ${counted(dags, 'DAG')}`,
    deleteBody: (dags: string) =>
      `This deletes the files of ${dags} and ends their schedules. Records and logs of their runs stay. You can undo this for ten seconds.`,
  },

  bulk: bulkTexts,

  table: {
    selectAll: 'Select all DAGs',
    select: (dag: string) => `Select ${dag}`,
    status: 'Status',
    name: 'Name',
    draft: 'Draft',
    draftDetail: 'The editor keeps changes of yours that are not saved.',
    tags: 'Tags',
    scheduleIn: (zone: string) => `Schedule${zone}`,
    recentRuns: 'Last 20 runs',
    lastRun: 'Last run',
    on: 'On',
    run: 'Run',
    off: 'off',
    offWas: (schedule: string) => `off · was ${schedule}`,
    git: (word: string, says: string) => `${word}: ${says}`,
  },

  lastRun: {
    never: 'never ran',
    queued: (when: string) => `queued ${when}`,
    of: (elapsed: string, usual: string) => `${elapsed} of ${usual}`,
    waiting: (time: string | undefined) => (time === undefined ? 'waiting' : `waiting for ${time}`),
    exit: (code: string) => `exit ${code}`,
  },

  commands: {
    run: 'Run',
    runNamed: (dag: string) => `Run ${dag}`,
    runWithDefaults: 'Run with default parameters',
    runWithParameters: 'Run…',
    runLater: 'Run later',
    askRunLater: 'Run later…',
    runLaterDetail: 'Starts a run at a time that you choose.',
    runOptions: 'More ways to run',
    runOptionsOf: (dag: string) => `Ways to run ${dag}`,
    enqueue: 'Enqueue',
    enqueueDetail: 'Adds a run to its queue. It starts when the queue has room.',
    dryRun: 'Dry run',
    dryRunDetail: 'Shows what a run would do, without running anything.',
    webhook: 'Webhook',
    webhookDetail: 'Lets another system queue a run with a request.',
    open: 'Open',
    openLastRun: 'Open last run',
    openRun: 'Open run',
    resume: 'Resume schedule',
    suspend: 'Suspend schedule',
    copyName: 'Copy name',
    copyPath: 'Copy path',
    rename: 'Rename…',
    openInGit: (verb: string) => `${verb}…`,
    delete: 'Delete…',
    more: (dag: string) => `More actions for ${dag}`,
  },

  header: {
    group: (name: string) => `· group ${name}`,
    schedule: (dag: string) => `Schedule of ${dag}`,
    scheduleOn: 'Schedule on',
    scheduleOff: 'Schedule off',
    off: 'off',
    next: 'Next',
    neverRan: 'Never ran',
  },

  tabs: {
    label: 'DAG views',
    definition: 'Definition',
    runs: 'Runs',
    schedule: 'Schedule',
  },

  definition: {
    sides: 'Editor or graph',
    editor: 'Editor',
    graph: 'Graph',
    graphWidth: 'Width of the graph',
    size: (steps: number, path: number) => `${counted(steps, 'step')} · longest path ${path}`,
    outOfDate: 'Out of date: fix the text to update the graph',
    types: { dag: 'dag', gate: 'gate', shell: 'sh' },
    engineAway: 'The engine does not respond.',
  },

  save: {
    edited: ', edited',
    revert: 'Revert',
    save: 'Save',
    saving: 'Saving…',
    failed: (problem: string, isKept: boolean) => `${unsaved(isKept)} ${problem}`,
    refused: (problem: string, isKept: boolean) =>
      `${unsaved(isKept)} Fix this problem first: ${problem}`,
    outdated: 'The file changed on disk while you edited it.',
    notSaved: 'Not saved: the file changed on disk while you edited it.',
    compare: 'Compare…',
    replace: 'Replace',
    loadTheirs: 'Load theirs',
    restored: (when: string) => `Your unsaved changes from ${when} are back.`,
    continue: 'Continue',
    discard: 'Discard changes',
    otherDraft:
      'Another window has unsaved changes to this DAG. Yours are not kept until you decide.',
    keepMine: 'Keep mine',
    loadOther: 'Load the other',
    notKept: 'This browser cannot keep a draft. Save before you leave this page.',
  },

  compare: {
    title: (dag: string) => `Compare your changes to ${dag}`,
    theirs: 'On disk',
    other: 'Other window',
    mine: 'Your changes',
    cancel: 'Cancel',
    note: 'Edit the right side, or take a change from the left with the arrows between.',
  },

  leave: {
    title: (dag: string) => `Discard unsaved changes to ${dag}`,
    body: 'If you leave this page, your changes are lost.',
    confirm: 'Discard changes',
  },

  create: {
    title: 'New DAG',
    confirm: 'Create',
    name: 'Name',
    example: 'orders-nightly',
    note: 'It starts with one step, which you can change in the editor.',
    taken: (name: string) => `A DAG named ${name} already exists.`,
    starter: (name: string) => `${name}: describe what this DAG does.`,
  },

  rename: {
    title: (dag: string) => `Rename ${dag}`,
    confirm: 'Rename',
    name: 'New name',
    note: 'Its runs keep their history under the new name.',
  },

  /** What was just done, beside the way back. */
  undo: {
    deleting: (dags: readonly string[]) => `Deleting ${someDags(dags)} in a few seconds.`,
    failed: (done: string, failures: readonly Failure[], all: number) => {
      const [one] = failures;
      return all === 1 && one
        ? `${one.fileName} could not be ${done}: ${one.reason}`
        : `${failures.length} of ${counted(all, 'DAG')} could not be ${done}: ${formatFailures(failures)}`;
    },
    started: (runs: number, skipped: number) =>
      [
        `Started ${counted(runs, 'run')}.`,
        skipped > 0
          ? `Skipped ${counted(skipped, 'DAG')}, which ${skipped === 1 ? 'asks' : 'ask'} for parameters or cannot be loaded.`
          : '',
      ]
        .filter(Boolean)
        .join(' '),
    /** What could not be done to DAGs. */
    done: {
      deleted: 'deleted',
      suspended: 'suspended',
      resumed: 'resumed',
      started: 'started',
      changed: 'changed',
      changedBack: 'changed back',
    },
    stopStarted: 'Stop them',
    suspended: (dags: readonly string[], isOff: boolean) =>
      `${isOff ? 'Suspended' : 'Resumed'} ${someDags(dags)}.`,
    retagged: (dags: readonly string[]) => `Changed the tags of ${someDags(dags)}.`,
    moved: (dags: readonly string[], group: string) =>
      group === ''
        ? `Took ${someDags(dags)} out of ${dags.length === 1 ? 'its group' : 'their groups'}.`
        : `Moved ${someDags(dags)} to the group ${group}.`,
    unchanged: 'No changes needed.',
    changedSince: 'Its text changed since then, so it was not replaced.',
  },

  delete: {
    title: (dag: string) => `Delete ${dag}`,
    confirm: 'Delete DAG',
    body: (dag: string) =>
      `This deletes ${dag}.yaml from your DAGs folder and ends its schedule. Records and logs of its runs stay until ` +
      'their retention ends. You can undo this for ten seconds; after that its webhook and its missed slots are gone too.',
  },

  params: {
    title: (dag: string) => `Run ${dag}`,
    positional: (number: number) => `Parameter ${number}`,
    protectedName:
      'A run cannot set this: the variable changes what code programs load. To change it, edit the definition.',
    locked: 'The definition locks its parameters: {field} in {section}.',
  },

  history: {
    none: 'This DAG has no runs yet. To start one, choose Run.',
    grid: 'Steps by run',
    runs: 'Runs',
    rows: 'Rows',
    newest: (count: number) => `Showing the newest ${counted(count, 'run')}.`,
    showAll: 'Show all runs',
    run: (status: string, duration: string, time: string) => `${status}, ${duration}, ${time}`,
    step: (step: string, status: string) => `${step}: ${status}`,
  },

  schedule: {
    ledger: 'History',
    ledgerRows: 'Past scheduled times',
    fate: 'Result',
    all: 'All',
    showAllDays: (day: string) => `${day} · Show all days`,
    off: 'The schedule is off. Due slots are recorded as skipped, and nothing runs.',
    next: 'Next',
    nextSlots: 'Next slots',
    nextIn: (zone: string) => `Next${zone}`,
    suspended: 'schedule off: none of these will run',
    startsAt: (time: string) => `starts at ${time}`,
    noNext: 'No upcoming slots.',
    noMatch: 'No slots match this filter.',
    noneYet: 'No slot has come due yet.',
    unscheduled:
      'This DAG has no schedule. To run it daily at 02:30, add schedule: "30 2 * * *" at the top of its definition.',
    slot: (zone: string) => `Slot${zone}`,
    reason: 'Reason',
    more: 'More',
    why: 'Why',
    whyOf: (slot: string) => `Why: ${slot}`,
    showOlder: (left: number) => `Show older slots (${formatCount(left)} left)`,
  },

  firstStart: {
    title: 'No DAGs yet',
    lead: 'A DAG is a YAML file with steps. Dagwright runs it on this computer and keeps its logs.',
    orSample: 'Or try a sample',
    tryIt: 'Try it',
    tryNamed: (sample: string) => `Try it: ${sample}`,
    note: 'Samples are copied to your DAGs folder, where you can change or delete them. They have no schedule, so nothing starts by itself.',
    samples: {
      'disk-report': {
        description: 'Three shell steps one after the other, with an output passed on.',
        facts: '3 steps · about 2s · writes nothing',
      },
      'parallel-checks': {
        description: 'Three checks at once, then a summary that waits for the slow one.',
        facts: '5 steps · about 5s · writes nothing',
      },
      'greet-by-name': {
        description: 'Has a parameter with a default value, and uses it in two steps.',
        facts: '2 steps · about 1s · takes a name',
      },
    },
  },
} as const;

/** A single DAG by its name, more of them by their number. */
function someDags(dags: readonly string[]): string {
  return dags.length === 1 ? (dags[0] ?? '') : counted(dags.length, 'DAG');
}

function unsaved(isKept: boolean): string {
  return isKept ? 'Not saved; your text is kept as a draft.' : 'Not saved.';
}
