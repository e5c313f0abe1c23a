import { Checkbox } from '../../components/Checkbox.tsx';
import { texts } from './texts.ts';

interface DagTableHeadProps {
  readonly isAll: boolean;
  readonly isSome: boolean;
  readonly onAll: (isAll: boolean) => void;
}

export function DagTableHead({ isAll, isSome, onAll }: DagTableHeadProps) {
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
      <span role="columnheader">{texts.table.status}</span>
      <span role="columnheader">{texts.table.name}</span>
      <span role="columnheader" className="column-tags">
        {texts.table.tags}
      </span>
      <span role="columnheader">{texts.table.schedule}</span>
      <span role="columnheader">{texts.table.recentRuns}</span>
      <span role="columnheader" className="column-last">
        {texts.table.lastRun}
      </span>
      <span role="columnheader">{texts.table.on}</span>
      <span role="columnheader">
        <span className="unseen">{texts.table.run}</span>
      </span>
    </div>
  );
}
