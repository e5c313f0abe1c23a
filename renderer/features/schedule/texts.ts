import { counted } from '../../lib/format-count.ts';

/** The calendar of all slots, and the same as a list. */
export const texts = {
  title: 'Schedule',
  counts: 'Slots on these days',
  views: 'Calendar or list',
  timesIn: (zone: string) => `Times in ${zone}`,

  commands: {
    previous: { week: 'Previous week', days: 'Previous days' },
    next: { week: 'Next week', days: 'Next days' },
    today: 'Today',
    week: 'Week',
    threeDays: '3 days',
    list: 'List',
    openRun: 'Open run',
    goToDags: 'Go to DAGs',
  },

  calendar: {
    noneDue: 'Nothing is due on these days.',
    noneWasDue: 'Nothing was due on these days.',
    showFewer: 'Show fewer',
    moreLanes: (dags: number) => `Show ${counted(dags, 'more DAG', 'more DAGs')} that run often`,
    suspended: ', suspended',
    lane: (dag: string, day: string, counts: string) => `${dag}, ${day}: ${counts}`,
    slot: (name: string, time: string, fate: string) => `${name}, ${time}, ${fate}`,
    fold: (count: number) => `+${count}`,
    foldLabel: (count: number) => `+${count} more at about this time`,
    folded: 'More slots at about this time',
    moreInList: (count: number) => `Show ${count} more in the list`,
    /** What kept slots from running, up to a time. */
    downtime: {
      asleep: (end: string) => `asleep until ${end}`,
      engine_off: (end: string) => `engine off until ${end}`,
      engine_held: (end: string) => `engine held up until ${end}`,
      clock_forward: (end: string) => `clock set forward to ${end}`,
    },
  },

  list: {
    label: 'Slots',
    rows: 'Slots by time',
    filter: 'Filter slots',
    dag: 'DAG name',
    anyDag: 'Any DAG',
    showAllDags: 'Show all DAGs',
    fate: 'Result',
    all: 'All',
    choice: (fate: string, count: string) => `${fate} ${count}`,
    today: 'today',
    often: 'often',
    isNow: ' is now',
    why: 'Why',
    when: 'When',
    whyOf: (dag: string) => `Why: ${dag}`,
    whenOf: (dag: string) => `When: ${dag}`,
    noMatch: 'No slots on these days match this filter.',
  },

  empty: {
    title: 'No DAG has a schedule',
    lead: 'Add these lines at the top of a DAG’s file, and Dagwright starts it by itself. You then see here when it is due, and what became of each slot: ran, skipped, or missed and why.',
    exampleLabel: "lines of a DAG's file",
    example: `schedule: "30 2 * * 1-5"   # weekdays at 02:30
catchup_window: 6h         # run missed slots later, within this time
overlap_policy: latest     # of several missed slots, run only the last`,
    note: 'Only the first line is required. Times are in the zone of this computer; for another zone, start with {zone}. Nothing runs while a computer sleeps: missed slots are shown here, or run later within {window}.',
  },
} as const;
