import './run-row.css';
import { texts } from './texts.ts';

/** The names of the columns of a list of runs. */
export function RunTableHead() {
  return (
    <div className="list-row list-head run-row" role="row" aria-rowindex={1}>
      <span role="columnheader">{texts.runTable.status}</span>
      <span role="columnheader">{texts.runTable.dag}</span>
      <span role="columnheader">{texts.runTable.started}</span>
      <span role="columnheader">{texts.runTable.duration}</span>
      <span role="columnheader">{texts.runTable.trigger}</span>
      <span role="columnheader">{texts.runTable.parameters}</span>
      <span role="columnheader" className="column-id">
        {texts.runTable.run}
      </span>
    </div>
  );
}
