import { formatCount } from './format-count.ts';

/** What the helpers of this folder write: times, schedules, statuses, and the names of things that every view shows. */
export const texts = {
  controlKey: 'Ctrl',
  undo: 'Undo',

  days: {
    long: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    short: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    months: [
      'January',
      'February',
      'March',
      'April',
      'May',
      'June',
      'July',
      'August',
      'September',
      'October',
      'November',
      'December',
    ],
    week: (number: number) => `, week ${number}`,
    timesIn: (zone: string) => `, times in ${zone}`,
    today: 'today',
    tomorrow: 'tomorrow',
  },

  /** A number stays with its unit: the blank between them breaks no line. */
  distance: {
    soon: 'in under 1m',
    now: 'just now',
    to: (distance: string) => `in ${distance}`,
    ago: (distance: string) => `${distance} ago`,
    minutes: (count: number) => `${count}m`,
    hours: (count: number) => `${count}\u00a0h`,
    days: (count: number) => (count === 1 ? '1\u00a0day' : `${count}\u00a0days`),
  },

  /** Runs that start at a time that somebody has named. */
  start: {
    today: (time: string) => `starts at ${time}`,
    later: (time: string) => `starts ${time}`,
    missing: 'Enter a date and a time.',
    past: (time: string) => `${time} is in the past. Enter a later time.`,
  },

  duration: {
    milliseconds: (count: number) => `${count}ms`,
    seconds: (count: number) => `${count}s`,
    minutes: (minutes: number, seconds: string) => `${minutes}m ${seconds}s`,
    hours: (hours: number, minutes: string) => `${hours}h ${minutes}m`,
    days: (days: number, hours: number) => `${days}d ${hours}h`,
  },

  size: {
    bytes: (count: number) => `${count} bytes`,
    units: ['KB', 'MB', 'GB', 'TB'],
  },

  schedule: {
    byHand: 'by hand',
    more: (first: string, count: number) => `${first}, ${count} more`,
    everyMinute: 'every minute',
    everyMinutes: (count: string) => `every ${count} min`,
    hourly: 'hourly',
    everyHours: (count: string) => `every ${count} h`,
    atMinute: (minute: string) => ` at :${minute}`,
    onWeekdays: (frequency: string) => `${frequency} on weekdays`,
    onWeekends: (frequency: string) => `${frequency} on weekends`,
    onDays: (frequency: string, days: string) => `${frequency} on ${days}`,
    daily: (time: string) => `daily at ${time}`,
    weekdays: (time: string) => `weekdays at ${time}`,
    weekends: (time: string) => `weekends at ${time}`,
    everyDayOfWeek: (day: string, time: string) => `${day}s at ${time}`,
    days: (days: string, time: string) => `${days} at ${time}`,
    atBoot: 'when the computer starts',
    nthDay: (place: string, day: string, time: string) => `${place} ${day} of the month at ${time}`,
    last: 'last',
    lastOfMonth: (time: string) => `last day of the month at ${time}`,
    dayOfMonth: (day: string, time: string) => `on the ${day} at ${time}`,
    ordinal: (number: number, ending: 'st' | 'nd' | 'rd' | 'th') => `${number}${ending}`,
    /** Three days or more that follow each other. */
    dayRange: (first: string, last: string) => `${first} to ${last}`,
    and: (first: string, last: string) => `${first} and ${last}`,
  },

  status: {
    not_started: { word: 'Not started', short: 'Not started' },
    queued: { word: 'Queued', short: 'Queued' },
    running: { word: 'Running', short: 'Running' },
    waiting: { word: 'Waiting', short: 'Waiting' },
    skipped: { word: 'Skipped', short: 'Skipped' },
    succeeded: { word: 'Succeeded', short: 'Succeeded' },
    partially_succeeded: { word: 'Partially succeeded', short: 'Partial' },
    failed: { word: 'Failed', short: 'Failed' },
    rejected: { word: 'Rejected', short: 'Rejected' },
    aborted: { word: 'Aborted', short: 'Aborted' },
    due: { word: 'Due', short: 'Due' },
    suspended: { word: 'Suspended', short: 'Suspended' },
    pending: { word: 'Pending', short: 'Pending' },
    ran: { word: 'Ran', short: 'Ran' },
    missed: { word: 'Missed', short: 'Missed' },
    refused: { word: 'Failed to start', short: 'Failed' },
    broken: { word: 'Broken', short: 'Broken' },
    warning: { word: 'Warning', short: 'Warning' },
  },

  git: {
    synced: { letter: '', word: 'Synced', says: 'The same here and on the remote.', verb: '' },
    modified: {
      letter: 'M',
      word: 'Modified',
      says: 'Changed here, not published.',
      verb: 'Publish',
    },
    untracked: {
      letter: 'U',
      word: 'Not published',
      says: 'New here, not on the remote.',
      verb: 'Publish',
    },
    conflict: {
      letter: 'C',
      word: 'Conflict',
      says: 'Changed here and on the remote.',
      verb: 'Resolve',
    },
    missing: {
      letter: 'D',
      word: 'Missing',
      says: 'Deleted here, still on the remote.',
      verb: 'Restore',
    },
    review: {
      letter: 'R',
      word: 'Under review',
      says: 'A pull brought it. It does not run until you accept it.',
      verb: 'Review',
    },
  },

  slot: {
    /** The status of the run that a slot started. */
    ran: (status: string) => `Ran · ${status}`,
    stop: 'stop',
    restart: 'restart',
  },

  trigger: {
    scheduler: 'schedule',
    manual: 'by hand',
    webhook: 'webhook',
    subdag: 'parent DAG',
    retry: 'retry',
    catchup: 'catch-up',
  },

  theme: {
    names: { system: 'System theme', light: 'Light theme', dark: 'Dark theme' },
    options: { system: 'System', light: 'Light', dark: 'Dark' },
  },

  role: {
    orHigher: (role: string) => `${role} or higher`,
    required: (needed: string, own: string) => `Requires the role ${needed}. Your role is ${own}.`,
  },

  longLine: (count: number) => ` … ${formatCount(count)} more characters`,
} as const;
