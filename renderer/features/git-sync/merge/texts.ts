import { counted } from '../../../lib/format-count.ts';

/** A conflict that is merged by hand. */
export const texts = {
  title: 'Merge',
  editor: 'Merged text',
  left: (left: number, count: number) =>
    left === 0 ? 'All conflicts are resolved' : `${left} of ${counted(count, 'conflict')} left`,
  none: 'No conflicts: what each side changed is in the text',
  next: 'Next conflict',
  previous: 'Previous conflict',
  useMine: 'Use mine',
  useTheirs: 'Use theirs',
  useBoth: 'Use both',
  startOver: 'Start over',
  cancel: 'Cancel',
  save: 'Save merge',
  saving: 'Saving…',
  outdated:
    'The text has changed on one of the sides since you began. Start over to merge what it is now.',
  isBack: 'Your earlier merge is back.',
  blocked: {
    conflicts: (left: number) => `Resolve ${counted(left, 'conflict')} to save.`,
    errors: (errors: number) => `Fix ${counted(errors, 'error')} to save.`,
    readOnly: 'The connection is read-only (`push_enabled: false`).',
  },
} as const;
