import { exactTime, pastTime } from '../../lib/format-time.ts';

interface MomentProps {
  /** Empty or absent: it has not happened. */
  readonly at: string | undefined;
  readonly now: number;
  readonly never: string;
}

/** When something happened, relative; the exact time is in the tooltip. */
export function Moment({ at, now, never }: MomentProps) {
  if (!at) return <span className="secondary">{never}</span>;
  return <time title={exactTime(at)}>{pastTime(at, now)}</time>;
}
