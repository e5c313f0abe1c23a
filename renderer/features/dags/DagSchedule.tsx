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
import { formatDay, formatForeignZone } from '../../lib/format-day.ts';
import { paths } from '../../lib/paths.ts';
import { fateStatusOf } from '../../lib/slot-entry.ts';
import { statusWords } from '../../lib/status-vocabulary.ts';
import { isDate } from '../../lib/zone-time.ts';
import type { DagStore } from './dag-store.ts';
import { createLedgerStore, type LedgerFilter } from './ledger-store.ts';
import { isScheduled, linesOf } from './preview-store.ts';
import { LedgerTable } from './LedgerTable.tsx';
import { PlannedLine } from './dry-run/PlannedLine.tsx';
import { texts } from './texts.ts';

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
          label={texts.schedule.fate}
          look="boxes"
          value={filter.fate ?? 'all'}
          options={[
            { value: 'all', label: texts.schedule.all },
            ...slotFates.map((fate) => ({
              value: fate,
              label: statusWords(fateStatusOf(fate)).short,
            })),
          ]}
          onChange={(fate) => show({ ...filter, fate: fate === 'all' ? undefined : fate })}
        />
        {filter.day && (
          <Button size="small" onPress={() => show({ ...filter, day: undefined })}>
            {texts.schedule.showAllDays(formatDay(filter.day))}
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
          <span className="grow">{texts.schedule.off}</span>
          {refusal === undefined && (
            <Button size="small" onPress={() => void store.getState().suspend(false)}>
              {texts.commands.resume}
            </Button>
          )}
        </div>
      )}
      {next.length > 0 && !isFiltered && (
        <section className="coming" aria-label={texts.schedule.nextSlots} tabIndex={0}>
          <h2 className="strong">{texts.schedule.nextIn(formatForeignZone(zone))}</h2>
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
  if (isFiltered) return texts.schedule.noMatch;
  if (isScheduled(linesOf(dag))) return texts.schedule.noneYet;
  return texts.schedule.unscheduled;
}
