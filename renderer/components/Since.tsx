import { elapsedBetween, formatDuration } from '../lib/duration.ts';
import { useSharedNow } from './now-context.ts';

interface SinceProps {
  readonly from: string;
}

/** How long ago something began, to the second. */
export function Since({ from }: SinceProps) {
  const elapsed = elapsedBetween(from, '', useSharedNow());
  return elapsed === undefined ? '' : formatDuration(elapsed);
}
