import { useState } from 'react';
import type { CalendarDag, SlotCounts } from '#contract/schedule.ts';
import { Link } from '../../components/Link.tsx';
import { formatDay } from '../../lib/format-day.ts';
import { paths } from '../../lib/paths.ts';
import { formatSchedules } from '../../lib/format-schedule.ts';
import { countWords, stateStatus } from '../../lib/slot-entry.ts';
import { statusWords } from '../../lib/status-vocabulary.ts';
import { texts } from './texts.ts';

interface FrequentLanesProps {
  readonly dags: readonly CalendarDag[];
  readonly dates: readonly string[];
}

const FEW = 4;

/** DAGs with too many slots a day to show each: a row of numbers for each of them. */
export function FrequentLanes({ dags, dates }: FrequentLanesProps) {
  const [showsAll, setShowsAll] = useState(false);
  const frequent = dags.filter((dag) => dag.frequent);
  // A fold of one would take the room of what it hides.
  const shown = showsAll || frequent.length <= FEW + 1 ? frequent : frequent.slice(0, FEW);
  const hidden = frequent.length - shown.length;
  return (
    <>
      {shown.map((dag) => (
        <Lane key={dag.fileName} dag={dag} dates={dates} />
      ))}
      {(hidden > 0 || showsAll) && (
        <div className="lanes-more">
          <button type="button" className="link plain" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? texts.calendar.showFewer : texts.calendar.moreLanes(hidden)}
          </button>
        </div>
      )}
    </>
  );
}

function Lane({ dag, dates }: { readonly dag: CalendarDag; readonly dates: readonly string[] }) {
  const starts = dag.schedule.filter((line) => line.kind === 'start');
  const times = `${formatSchedules(starts)}${dag.suspended ? texts.calendar.suspended : ''}`;
  return (
    <section className="calendar-row lane" aria-label={dag.name}>
      <div className="gutter" />
      <Link
        className="lane-name cut"
        href={paths.dagSchedule(dag.fileName)}
        title={`${dag.name} ${times}`}
      >
        <span className="medium">{dag.name}</span> <span className="secondary">{times}</span>
      </Link>
      {dates.map((date) => (
        <LaneCell key={date} dag={dag} date={date} />
      ))}
    </section>
  );
}

function LaneCell({ dag, date }: { readonly dag: CalendarDag; readonly date: string }) {
  const day = dag.days.find((one) => one.date === date);
  if (day === undefined) return <span className="lane-cell" />;
  const words = countWords(day).map(([, text]) => text);
  return (
    <Link
      className="lane-cell"
      href={paths.dagSchedule(dag.fileName, { day: date })}
      title={texts.calendar.lane(dag.name, formatDay(date), words.join(', '))}
    >
      <span className="lane-counts">
        <CountWords counts={day} />
      </span>
    </Link>
  );
}

/** `95 ran  1 failed`; only what wants attention has a color. */
export function CountWords({ counts }: { readonly counts: SlotCounts }) {
  return countWords(counts).map(([state, text]) => (
    <span
      key={state}
      className={
        state === 'failed' || state === 'missed'
          ? `tone-${statusWords(stateStatus(state)).tone}`
          : undefined
      }
    >
      {text}
    </span>
  ));
}
