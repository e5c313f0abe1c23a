import type { SqlParam, SqlQuery } from '../../step-programs/sql/sql-query.ts';
import type { TypedContext } from '../step-type.ts';
import type { ProgramWork } from '../work.ts';
import type { SqlConfig } from './sql-config.ts';

/** The work of a step for the program of its database. */
export function sqlWork(
  program: 'postgres' | 'sqlite',
): (context: TypedContext<SqlConfig>) => Promise<ProgramWork> {
  return async (context) => ({
    kind: 'program',
    task: { program, input: await sqlQuery(context) },
  });
}

/** The statements of a step, with all values filled in. `$1` is a placeholder, so a reference in SQL has braces. */
async function sqlQuery({
  step,
  config,
  expand,
  expandBraced,
}: TypedContext<SqlConfig>): Promise<SqlQuery> {
  const { command, transaction, ...settings } = config;
  const text = step.script ?? command ?? step.commands[0] ?? '';
  const filled = async (param: SqlParam): Promise<SqlParam> =>
    param.kind === 'text' ? { ...param, text: await expand(param.text) } : param;
  return {
    ...settings,
    dsn: await expand(config.dsn),
    text: await expandBraced(text),
    params: await Promise.all(config.params.map(filled)),
    transaction: transaction || step.script !== null,
  };
}
