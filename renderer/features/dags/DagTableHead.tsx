import { Checkbox } from '../../components/Checkbox.tsx';

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
          label="Select all DAGs"
          isSelected={isAll}
          isIndeterminate={isSome && !isAll}
          onChange={onAll}
        />
      </span>
      <span role="columnheader">Status</span>
      <span role="columnheader">Name</span>
      <span role="columnheader" className="column-tags">
        Tags
      </span>
      <span role="columnheader">Schedule</span>
      <span role="columnheader">Last 20 runs</span>
      <span role="columnheader" className="column-last">
        Last run
      </span>
      <span role="columnheader">On</span>
      <span role="columnheader">
        <span className="unseen">Run</span>
      </span>
    </div>
  );
}
