import { topOf } from './slot-lanes.ts';

interface HourMarksProps {
  /** Minute of the day, while today is shown. */
  readonly now: number | undefined;
}

const hours = Array.from({ length: 11 }, (_, index) => (index + 1) * 2);
/** Pixels that two labels need. */
const APART = 16;

/** The hours at the left; the present takes the place of one that is too near. */
export function HourMarks({ now }: HourMarksProps) {
  const nowTop = now === undefined ? undefined : topOf(now);
  return (
    <div className="gutter hours" aria-hidden="true">
      {hours
        .filter((hour) => nowTop === undefined || Math.abs(topOf(hour * 60) - nowTop) >= APART)
        .map((hour) => (
          <span key={hour} style={{ top: topOf(hour * 60) }}>
            {`${hour}`.padStart(2, '0')}:00
          </span>
        ))}
      {now !== undefined && (
        <span className="now-words" style={{ top: nowTop }}>
          {`${Math.floor(now / 60)}`.padStart(2, '0')}:{`${now % 60}`.padStart(2, '0')}
        </span>
      )}
    </div>
  );
}
