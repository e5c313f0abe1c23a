import { Icon } from '../../components/Icon.tsx';
import { Status } from '../../components/Status.tsx';
import { NO_GROUP, type DagRow } from './dag-rows.ts';
import type { RowPlace } from './row-place.ts';
import { texts } from './texts.ts';

interface GroupRowProps {
  readonly id: string;
  readonly row: Extract<DagRow, { kind: 'group' }>;
  readonly place: RowPlace;
  readonly onFold: (group: string) => void;
}

/** The line above a group; it folds the rows below it. */
export function GroupRow({ id, row, place, onFold }: GroupRowProps) {
  return (
    <div
      id={id}
      className={place.isCursor ? 'group-row row-cursor' : 'group-row'}
      role="row"
      aria-rowindex={place.index + 2}
      style={{ transform: `translateY(${place.start}px)` }}
    >
      <span role="gridcell" className="row">
        <button
          type="button"
          className="group-button"
          tabIndex={-1}
          aria-expanded={!row.isFolded}
          onClick={() => onFold(row.group)}
        >
          <Icon name={row.isFolded ? 'right' : 'down'} />
          <b className="cut">{row.group === NO_GROUP ? texts.list.noGroup : row.group}</b>
          <span>{row.count}</span>
        </button>
        {row.isFolded && row.off > 0 && <span>{texts.list.off(row.off)}</span>}
        {row.broken > 0 && <Status status="broken" label={texts.list.broken(row.broken)} />}
      </span>
    </div>
  );
}
