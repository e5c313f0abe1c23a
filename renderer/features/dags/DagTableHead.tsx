import { Checkbox } from '../../components/Checkbox.tsx';
import { Icon } from '../../components/Icon.tsx';
import { formatForeignZone } from '../../lib/format-day.ts';
import { nextSort, type DagSort, type SortColumn } from './sort-dags.ts';
import { texts } from './texts.ts';

interface DagTableHeadProps {
  readonly isAll: boolean;
  readonly isSome: boolean;
  readonly onAll: (isAll: boolean) => void;
  readonly sort: DagSort | undefined;
  readonly onSort: (sort: string | undefined) => void;
  /** Zone of the schedules that name none. */
  readonly zone: string;
}

/** The titles of the columns, which sort, and the box that ticks all rows. */
export function DagTableHead({ isAll, isSome, onAll, zone, ...order }: DagTableHeadProps) {
  return (
    <div className="list-row list-head dag-row" role="row" aria-rowindex={1}>
      <span role="columnheader">
        <Checkbox
          label={texts.table.selectAll}
          isSelected={isAll}
          isIndeterminate={isSome && !isAll}
          onChange={onAll}
        />
      </span>
      <SortHead {...order} column="status" label={texts.table.status} />
      <SortHead {...order} column="name" label={texts.table.name} />
      <span role="columnheader" className="column-tags">
        {texts.table.tags}
      </span>
      <SortHead {...order} column="next" label={texts.table.scheduleIn(formatForeignZone(zone))} />
      <SortHead
        {...order}
        column="duration"
        label={texts.table.recentRuns}
        className="column-bars"
      />
      <SortHead {...order} column="last" label={texts.table.lastRun} className="column-last" />
      <span role="columnheader">{texts.table.on}</span>
      <span role="columnheader">
        <span className="unseen">{texts.table.run}</span>
      </span>
    </div>
  );
}

interface SortHeadProps extends Pick<DagTableHeadProps, 'sort' | 'onSort'> {
  readonly column: SortColumn;
  readonly label: string;
  readonly className?: string;
}

function SortHead({ sort, onSort, column, label, className }: SortHeadProps) {
  const isSorted = sort?.column === column;
  const order = sort?.isDown ? 'descending' : 'ascending';
  return (
    <span role="columnheader" className={className} aria-sort={isSorted ? order : 'none'}>
      <button type="button" className="sort-head" onClick={() => onSort(nextSort(sort, column))}>
        {label}
        {isSorted && <Icon name={sort.isDown ? 'down' : 'up'} />}
      </button>
    </span>
  );
}
