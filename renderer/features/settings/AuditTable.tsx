import type { AuditEntry } from '#contract/auth.ts';
import { Status } from '../../components/Status.tsx';
import { useEndlessRows } from '../../components/use-endless-rows.ts';
import { useNow } from '../../components/use-now.ts';
import { useRowKeys } from '../../components/use-row-keys.ts';
import { exactTime, shortTime } from '../../lib/format-time.ts';
import { formatActor, outcomes } from './format-outcome.ts';
import { texts } from './texts.ts';

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  readonly isLoadingMore: boolean;
  readonly onEnd: () => void;
}

/** Lines of the audit log; only those in sight are drawn. */
export function AuditTable({ entries, isLoadingMore, onEnd }: AuditTableProps) {
  const { scroller, items, height, scrollTo } = useEndlessRows(entries.length, onEnd);
  const { cursor, rowId, listProps } = useRowKeys({ count: entries.length, scroller, scrollTo });
  const now = useNow(60_000);
  return (
    <div className="list-table" role="grid" aria-label={texts.audit.label} aria-rowcount={-1}>
      <div className="list-row list-head audit-row" role="row" aria-rowindex={1}>
        <span role="columnheader">{texts.audit.when}</span>
        <span role="columnheader">{texts.audit.outcome}</span>
        <span role="columnheader">{texts.audit.who}</span>
        <span role="columnheader" className="column-id">
          {texts.audit.from}
        </span>
        <span role="columnheader">{texts.audit.operation}</span>
        <span role="columnheader">{texts.audit.about}</span>
      </div>
      <div
        ref={scroller}
        className="list-rows"
        role="rowgroup"
        aria-label={texts.page.rows}
        {...listProps}
      >
        <div role="presentation" style={{ height }}>
          {items.map(({ index, start }) => {
            const entry = entries[index];
            const place = { id: rowId(index), index, start, isCursor: index === cursor };
            return entry && <AuditRow key={entry.id} {...{ entry, now }} {...place} />;
          })}
        </div>
      </div>
      {isLoadingMore && (
        <p className="loading-more secondary small" role="status">
          {texts.audit.loadingMore}
        </p>
      )}
    </div>
  );
}

interface AuditRowProps {
  readonly id: string;
  readonly isCursor: boolean;
  readonly entry: AuditEntry;
  readonly index: number;
  readonly start: number;
  readonly now: number;
}

function AuditRow({ id, entry, index, start, isCursor, now }: AuditRowProps) {
  const { at, outcome, origin, operation, target, message } = entry;
  const { label, status } = outcomes[outcome];
  const about = [target, message].filter(Boolean).join(' · ');
  return (
    <div
      id={id}
      className={isCursor ? 'list-row audit-row row-cursor' : 'list-row audit-row'}
      role="row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${start}px)` }}
    >
      <span role="gridcell" className="cut column-time" title={exactTime(at)}>
        {shortTime(at, now)}
      </span>
      <span role="gridcell">
        <Status status={status} label={label} isNamed />
      </span>
      <span role="gridcell" className="cut" title={texts.audit.actor(formatActor(entry), origin)}>
        {formatActor(entry)}
      </span>
      <span role="gridcell" className="cut mono secondary column-id" title={origin}>
        {origin}
      </span>
      <span role="gridcell" className="cut mono" title={operation}>
        {operation}
      </span>
      <span role="gridcell" className="cut" title={about}>
        <bdi>{target}</bdi>
        {message && (
          <span className={outcome === 'done' ? 'secondary' : 'tone-failed'}>
            {target && ' · '}
            <bdi>{message}</bdi>
          </span>
        )}
      </span>
    </div>
  );
}
