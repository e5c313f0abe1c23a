/** Statements with all values filled in, and how their rows are shown. */
export interface SqlQuery {
  readonly dsn: string;
  /** One statement or several. */
  readonly text: string;
  /** What is bound; a name of null takes the place of its position. Only a single statement has such. */
  readonly params: readonly SqlParam[];
  /** Whether all of it happens or nothing. */
  readonly transaction: boolean;
  readonly format: SqlFormat;
  /** Whether the first line of CSV names the columns. */
  readonly headers: boolean;
  /** 0: as long as the step may take. */
  readonly timeoutSec: number;
}

export type SqlFormat = 'json' | 'jsonl' | 'csv';

/** A value as it is written, with what it is. */
export interface SqlParam {
  readonly name: string | null;
  readonly kind: 'text' | 'integer' | 'number' | 'boolean' | 'null';
  readonly text: string;
}
