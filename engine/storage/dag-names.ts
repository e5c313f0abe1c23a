/** What the tables know a DAG by. */
export interface DagNames {
  /** Of its file, without extension. */
  readonly fileName: string;
  /** Under which its runs are kept: that of its text, or that of its file. */
  readonly dagName: string;
}

export interface DagRenaming {
  readonly from: DagNames;
  readonly to: DagNames;
}
