import './run-row.css';

/** The names of the columns of a list of runs. */
export function RunTableHead() {
  return (
    <div className="list-row list-head run-row" role="row" aria-rowindex={1}>
      <span role="columnheader">Status</span>
      <span role="columnheader">DAG</span>
      <span role="columnheader">Started</span>
      <span role="columnheader">Took</span>
      <span role="columnheader">Trigger</span>
      <span role="columnheader">Parameters, or what went wrong</span>
      <span role="columnheader" className="column-id">
        Run
      </span>
    </div>
  );
}
