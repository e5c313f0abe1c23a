/** Texts that Git Sync has replaced or removed. */
export const texts = {
  title: 'Kept copies',
  lead: 'What Git Sync has replaced or removed here, for 30 days. Restore keeps what it replaces too.',
  list: 'Copies, newest first',
  none: 'Nothing was replaced or removed in the last 30 days.',
  reasons: {
    '': 'Replaced',
    pull: 'Removed by a pull',
    discard: 'Discarded',
    merge: 'Replaced by a merge',
    restore: 'Replaced by a restore',
  },
  detail: (why: string, when: string, size: string) => `${why} ${when} · ${size}`,
  today: 'Today',
  kept: 'Kept copy',
  same: 'The file has this text today.',
  gone: 'The file no longer exists.',
  difference: (when: string) => `From today’s text to the copy of ${when}:`,
  close: 'Close',
  restore: 'Restore',
} as const;
