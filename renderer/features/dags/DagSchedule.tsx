import './dag-schedule.css';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { DagDetail } from '#contract/dag.ts';
import { slotFates } from '#contract/schedule.ts';
import { useEngine } from '../../client/engine-context.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { useLocation, useNavigation } from '../../components/navigation-context.ts';
import { Segments } from '../../components/Segments.tsx';
import { useNow } from '../../components/use-now.ts';
import { dayWords } from '../../lib/day-words.ts';
import { paths } from '../../lib/paths.ts';
import { fateStatusOf } from '../../lib/slot-entry.ts';
import { statusWords } from '../../lib/status-vocabulary.ts';
import { isDate } from '../../lib/zone-time.ts';
import type { DagStore } from './dag-store.ts';
import { createLedgerStore, type LedgerFilter } from './ledger-store.ts';
import { isScheduled, linesOf } from './preview-store.ts';
import { LedgerTable } from './LedgerTable.tsx';
import { PlannedLine } from './PlannedLine.tsx';

interface DagScheduleProps {
  readonly store: DagStore;
  readonly detail: DagDetail;
  readonly fileName: string;
}

/** What became of the slots of a DAG, and which come next. */
export function DagSchedule({ store, detail, fileName }: DagScheduleProps) {
  const navigation = useNavigation();
  const search = new URLSearchParams(useLocation().search);
  const day = search.get('day') ?? '';
  const filter: LedgerFilter = {
    fate: slotFates.find((fate) => fate === search.get('fate')),
    day: isDate(day) ? day : undefined,
  };
  const show = ({ fate, day: date }: LedgerFilter) =>
    navigation.go(paths.dagSchedule(fileName, { fate, ...(date ? { day: date } : {}) }), {
      replace: true,
    });
  return (
    <div className="dag-schedule">
      <div className="bar">
        <Segments
          label="Fate"
          look="boxes"
          value={filter.fate ?? 'all'}
          options={[
            { value: 'all', label: 'All' },
            ...slotFates.map((fate) => ({
              value: fate,
              label: statusWords(fateStatusOf(fate)).short,
            })),
          ]}
          onChange={(fate) => show({ ...filter, fate: fate === 'all' ? undefined : fate })}
        />
        {filter.day && (
          <Button size="small" onPress={() => show({ ...filter, day: undefined })}>
            {dayWords(filter.day)}, show all days
          </Button>
        )}
      </div>
      <Ledger
        key={JSON.stringify(filter)}
        store={store}
        detail={detail}
        fileName={fileName}
        filter={filter}
      />
    </div>
  );
}

function Ledger(props: DagScheduleProps & { readonly filter: LedgerFilter }) {
  const { store, detail, fileName, filter } = props;
  const engine = useEngine();
  const [ledger] = useState(() => createLedgerStore(engine, fileName, filter));
  useEffect(() => ledger.getState().start(), [ledger]);
  const { phase, message, slots, next, zone, refresh } = useStore(ledger);
  const refusal = useRefusal()('dags.suspend');
  const now = useNow(15_000);
  const isFiltered = filter.fate !== undefined || filter.day !== undefined;
  return (
    <>
      {phase === 'failed' && <ErrorNote message={message} onRetry={() => void refresh()} />}
      {detail.suspended && isScheduled(linesOf(detail.dag)) && (
        <div className="suspended-band" role="note">
          <span className="grow">
            The schedule is off: slots that come are recorded as skipped, and nothing runs.
          </span>
          {refusal === undefined && (
            <Button size="small" onPress={() => void store.getState().suspend(false)}>
              Resume the schedule
            </Button>
          )}
        </div>
      )}
      {next.length > 0 && !isFiltered && (
        <section className="coming" aria-label="Next slots">
          <h2 className="strong" title={`Times in ${zone}`}>
            Next
          </h2>
          <ul>
            {next.map((slot) => (
              <PlannedLine key={`${slot.kind} ${slot.time}`} slot={slot} zone={zone} now={now} />
            ))}
          </ul>
        </section>
      )}
      {slots.length > 0 && (
        <LedgerTable ledger={ledger} dag={store} suspended={detail.suspended} now={now} />
      )}
      {phase === 'ready' && slots.length === 0 && (
        <p className="ledger-none secondary">{noneWords(detail, isFiltered)}</p>
      )}
    </>
  );
}

function noneWords({ dag }: DagDetail, isFiltered: boolean): string {
  if (isFiltered) return 'No slot passes this filter.';
  if (isScheduled(linesOf(dag))) return 'None of its slots has come yet.';
  return 'This DAG has no schedule. Write schedule: "30 2 * * *" at the top of its definition to run it daily at 02:30.';
}
