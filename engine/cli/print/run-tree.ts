import {
  handlersThatRan,
  type NodeObject,
  type RunDetail,
  type RunMail,
} from '../../contract/run.ts';
import type { Output } from '../terminal.ts';
import { oneLine } from './display-width.ts';
import { statusSymbol, statusText, statusWords } from './status-style.ts';
import { subRunLines } from './sub-run-lines.ts';
import { sameWidth } from './table.ts';
import { localTimeText, spanText } from './times.ts';

/** A run with its steps, as a person wants to see it: what happened, how long it took, what went wrong. */
export function runTree(run: RunDetail, now: number, { colors }: Output): string {
  const lines = [headLine(run, now, { colors })];
  if (run.startedAt !== '') lines.push(timesLine(run, { colors }));
  if (run.error !== '') lines.push(colors.red(oneLine(run.error)));
  lines.push(...(run.mails ?? []).map((mail) => mailLine(mail, { colors })));
  lines.push(...nodeLines([...run.nodes, ...handlersThatRan(run)], now, { colors }));
  return lines.map((line) => `${line}\n`).join('');
}

function headLine(run: RunDetail, now: number, { colors }: Pick<Output, 'colors'>): string {
  const took = spanText(run, now);
  return [
    `${statusSymbol(run.statusLabel, colors)} ${colors.bold(oneLine(run.name))}`,
    statusText(run.statusLabel, colors),
    took === '' ? '' : `${run.finishedAt === '' ? 'for' : 'in'} ${took}`,
    colors.dim(run.dagRunId),
  ]
    .filter(Boolean)
    .join('  ');
}

function timesLine(run: RunDetail, { colors }: Pick<Output, 'colors'>): string {
  const finished = localTimeText(run.finishedAt);
  const params =
    run.params === '{}' || run.params === '' ? '' : `  params ${shortened(run.params)}`;
  return colors.dim(
    `  started ${localTimeText(run.startedAt)}${finished && `  finished ${finished}`}` +
      `  by ${run.triggerType}${commitText(run)}${params}`,
  );
}

function commitText({ git }: RunDetail): string {
  if (git === undefined) return '';
  return `  commit ${git.commit.slice(0, 8)}${git.changed ? ', changed' : ''}`;
}

function mailLine(
  { event, step, to, sentAt, dueAt, error }: RunMail,
  { colors }: Pick<Output, 'colors'>,
): string {
  const what = `mail about ${step === '' ? `the ${event}` : `step ${step}`}`;
  if (sentAt !== '') return colors.dim(oneLine(`  ${what}: sent to ${to.join(', ')}`));
  if (error === '') return colors.dim(oneLine(`  ${what}: being sent`));
  const when = dueAt === '' ? 'not sent' : `not sent, next try ${localTimeText(dueAt)}`;
  return colors.red(oneLine(`${what}: ${when}: ${error}`));
}

const MAX_PARAMS = 300;

/** The payload of a webhook may be a megabyte, which nobody wants in a terminal. */
function shortened(params: string): string {
  const shown = oneLine(params.slice(0, MAX_PARAMS));
  return params.length > MAX_PARAMS ? `${shown}…` : shown;
}

function nodeLines(
  nodes: readonly NodeObject[],
  now: number,
  { colors }: Pick<Output, 'colors'>,
): string[] {
  const names = sameWidth(nodes.map(({ step }) => oneLine(step.name)));
  const words = sameWidth(nodes.map(({ statusLabel }) => statusWords(statusLabel)));
  return nodes.flatMap((node, index) => {
    const last = index === nodes.length - 1;
    const status = statusText(node.statusLabel, colors, words[index] ?? '');
    const line = [names[index], status, spanText(node, now), retries(node)].filter(Boolean);
    const branch = colors.dim(last ? '└─' : '├─');
    const trunk = colors.dim(last ? '  ' : '│ ');
    return [
      `${branch} ${statusSymbol(node.statusLabel, colors)} ${line.join('  ').trimEnd()}`,
      ...errorLines(node).map((text) => `${trunk}     ${colors.red(text)}`),
      ...noteLines(node).map((text) => `${trunk}     ${colors.yellow(text)}`),
      ...subRunLines(node.subRuns, { colors }).map((text) => `${trunk}     ${text}`),
    ];
  });
}

function retries({ retryCount }: NodeObject): string {
  if (retryCount === 0) return '';
  return retryCount === 1 ? 'retried once' : `retried ${retryCount} times`;
}

/** What else a person has to know, by the names of the facts. */
const notes: ReadonlyMap<string, string> = new Map([
  ['left out', 'parameters left out'],
  ['ended', 'programs that ended with the step'],
]);

function noteLines({ facts = [] }: NodeObject): string[] {
  return facts.flatMap(({ name, value }) => {
    const words = notes.get(name);
    return words === undefined ? [] : oneLine(`${words}: ${value}`);
  });
}

function errorLines({ error }: NodeObject): string[] {
  return error.split('\n').map(oneLine).filter(Boolean);
}
