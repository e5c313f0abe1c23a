import './run-row.css';
import { texts } from './texts.ts';

interface RunTableHeadProps {
  readonly hasNames: boolean;
}

/** The names of the columns of a list of runs. */
export function RunTableHead({ hasNames }: RunTableHeadProps) {
  return (
    <div
      className={
        hasNames ? 'list-row list-head run-row' : 'list-row list-head run-row run-row-bare'
      }
      role="row"
      aria-rowindex={1}
    >
      <span role="columnheader">{texts.runTable.status}</span>
      {hasNames && <span role="columnheader">{texts.runTable.dag}</span>}
      <span role="columnheader">{texts.runTable.started}</span>
      <span role="columnheader">{texts.runTable.duration}</span>
      <span role="columnheader" className="column-trigger">
        {texts.runTable.trigger}
      </span>
      <span role="columnheader">{texts.runTable.parameters}</span>
      <span role="columnheader" className="column-id">
        {texts.runTable.run}
      </span>
    </div>
  );
}
