import type { ImportResult, PlannedImport } from '../../contract/imports.ts';
import type { Output } from '../terminal.ts';
import { oneLine } from './display-width.ts';
import { textDifference } from './sync-diff.ts';

interface Shown {
  readonly replace?: boolean;
}

/** What would become of each text: its difference, and what to look at or could not be turned. */
export function importPlanText(
  dags: readonly PlannedImport[],
  out: Output,
  options: Shown,
): string {
  if (dags.length === 0) return 'There is nothing to import.\n';
  return dags.map((dag) => plannedText(dag, out, options)).join('\n');
}

function plannedText(dag: PlannedImport, out: Output, options: Shown): string {
  const { colors } = out;
  const { remarks, problems, schedules, existing } = dag;
  if (existing?.same === true) return `${headOf(dag, out, options)}\n`;
  const lines = [
    `${headOf(dag, out, options)}\n`,
    ...differencesOf(dag, out, options),
    ...(schedules.length > 0 && problems.length === 0
      ? [`  schedule, off at first: ${oneLine(schedules.join(', '))}\n`]
      : []),
    ...remarks.map(
      ({ line, message }) => `  ${colors.yellow(`line ${line}`)}: ${oneLine(message)}\n`,
    ),
    ...problems.map(
      ({ line, message }) => `  ${colors.red(`line ${line}`)}: ${oneLine(message)}\n`,
    ),
  ];
  return lines.join('');
}

/** Also from the text that would be lost. */
function differencesOf(dag: PlannedImport, out: Output, { replace }: Shown): readonly string[] {
  const { source, fileName, before, spec, existing } = dag;
  if (spec === '') return [];
  const sides = [
    { old: oneLine(source), before },
    ...(existing !== null && replace === true
      ? [{ old: `${fileName} now`, before: existing.spec }]
      : []),
  ];
  return sides
    .filter((side) => side.before !== spec)
    .map((side) =>
      textDifference({ before: side.before, after: spec }, { old: side.old, now: fileName }, out),
    );
}

function headOf(dag: PlannedImport, { colors }: Output, { replace = false }: Shown): string {
  const { source, fileName, problems, existing, before, spec } = dag;
  const from = oneLine(source);
  if (problems.length > 0) return colors.red(`${from}: cannot be imported`);
  if (existing?.same === true) return `${from}: ${fileName} is there already`;
  if (existing !== null && !replace)
    return colors.yellow(`${from}: left out, ${fileName} exists (--replace replaces it)`);
  const how = before === spec ? ', unchanged' : '';
  return colors.bold(`${from}: ${existing === null ? 'creates' : 'replaces'} ${fileName}${how}`);
}

/** What was created. */
export function importResultText(results: readonly ImportResult[], { colors }: Output): string {
  if (results.length === 0) return '';
  const lines = results.map(({ fileName, outcome, message }) =>
    outcome === 'refused'
      ? colors.red(`${fileName}: ${oneLine(message)}`)
      : `${outcome === 'created' ? 'Created' : 'Replaced'} ${fileName}.`,
  );
  const off = results.filter(({ suspended }) => suspended).length;
  const note =
    off === 0
      ? []
      : [
          `${off === 1 ? '1 schedule is' : `${off} schedules are`} off. Turn off the old ones first, then turn these on under "Schedule" of each DAG.`,
        ];
  return [...lines, ...note].map((line) => `${line}\n`).join('');
}
