import type { Field, FieldSet } from '../../dag/fields/field.ts';
import { boolean, integer, oneOf, optionalText, text } from '../../dag/fields/scalar-types.ts';
import type { SqlFormat, SqlParam } from '../../step-programs/sql/sql-query.ts';
import { sqlParams } from './params-field.ts';

/** Which database, what is bound, unexpanded, and how rows are shown. */
export interface SqlConfig {
  readonly dsn: string;
  /** Null: the step itself has the statement. */
  readonly command: string | null;
  readonly params: readonly SqlParam[];
  readonly format: SqlFormat;
  readonly headers: boolean;
  readonly transaction: boolean;
  readonly timeoutSec: number;
}

/** In milliseconds it is a 32-bit number, for timers and databases alike. */
const MAX_TIMEOUT_SEC = 2_147_483;

/** What differs between the databases. */
interface SqlWords {
  readonly type: string;
  readonly dsn: string;
  readonly placeholders: string;
  readonly timeout: string;
}

/** The settings of a step that runs SQL. */
export function sqlConfig({ type, dsn, placeholders, timeout }: SqlWords): FieldSet<SqlConfig> {
  return {
    what: `config of a \`${type}\` step`,
    fields: {
      dsn: { key: 'dsn', about: dsn, type: text, fallback: '' },
      command: {
        key: 'command',
        about: 'Statement to run, where neither `command` nor `script` of the step has it.',
        type: optionalText,
        fallback: null,
      },
      params: {
        key: 'params',
        about: `Values to bind: a list for ${placeholders}, or a map for \`:name\`. A value never becomes part of the statement.`,
        type: sqlParams,
        fallback: [],
      },
      format,
      headers: {
        key: 'headers',
        about: 'Print the names of the columns as the first line of CSV.',
        type: boolean,
        fallback: false,
      },
      transaction: {
        key: 'transaction',
        about:
          'Run all statements of `command` as one transaction. A `script` always is one, so that all of it happens or nothing.',
        type: boolean,
        fallback: false,
      },
      timeoutSec: {
        key: 'timeout',
        about: timeout,
        type: integer({ min: 0, max: MAX_TIMEOUT_SEC }),
        fallback: 0,
      },
    },
    unavailable: [],
    replaced: {},
  };
}

const format: Field<SqlFormat> = {
  key: 'output_format',
  about: 'How rows are printed: one `json` list, `jsonl` with a row on each line, or `csv`.',
  type: oneOf(['json', 'jsonl', 'csv']),
  fallback: 'json',
};
