import { isoTime } from '../../lib/clock.ts';
import type { MailContent, MailEvent, NewMail } from '../../storage/mails.ts';
import type { NodeRecord } from '../../storage/nodes.ts';
import type { RunState } from './run-state.ts';

/** Of a run with more of them, only those that say why anybody is told. */
const MAX_STEPS = 100;
/** Logs that go with a mail. */
const MAX_LOGS = 20;

type ToldRun = Pick<RunState, 'dag' | 'run' | 'nodes'>;

/** The mail about a run, as it is now. */
export function mailAboutRun(state: ToldRun, event: Exclude<MailEvent, 'step'>): NewMail {
  const { run, nodes } = state;
  const word = event === 'wait' ? 'waits for a person' : words(run.status);
  const subject = `${run.dagName} ${word}`;
  const ran = nodes.filter(({ attempt }) => attempt > 0);
  return { event, position: null, content: contentOf(state, { subject, ran }) };
}

/** The mail about a step that failed. */
export function mailAboutStep(state: ToldRun, node: NodeRecord): NewMail {
  const subject = `${state.run.dagName}: step ${node.name} failed`;
  const content = contentOf(state, { subject, ran: [node] });
  return { event: 'step', position: node.position, content };
}

interface Told {
  readonly subject: string;
  /** Nodes whose logs tell more. */
  readonly ran: readonly NodeRecord[];
}

function contentOf({ dag, run, nodes }: ToldRun, { subject, ran }: Told): MailContent {
  const facts = [
    ['DAG', run.dagName],
    ['Run', run.runId],
    ['Trigger', words(run.triggerType)],
    ['Started', isoTime(run.startedAt)],
    ['Ended', isoTime(run.finishedAt)],
    ['Reason', run.error],
  ].filter(([, value]) => value !== '');
  const shown = nodes.filter(({ position, attempt }) => position < dag.steps.length || attempt > 0);
  const lines = [`${subject}.`, '', ...aligned(facts), '', 'Steps', ...stepLines(shown)];
  const positions = bad(ran, true)
    .concat(bad(ran, false))
    .map(({ position }) => position);
  return { subject, text: `${lines.join('\n')}\n`, logs: positions.slice(0, MAX_LOGS) };
}

function stepLines(nodes: readonly NodeRecord[]): readonly string[] {
  const told = nodes.length > MAX_STEPS ? bad(nodes, true).slice(0, MAX_STEPS) : nodes;
  const lines = aligned(told.map(({ status, name, error }) => [words(status), name, error]));
  const left = nodes.length - told.length;
  return left === 0 ? lines : [...lines, `and ${left} more`];
}

/** Those that are, or are not, why somebody is told. */
function bad(nodes: readonly NodeRecord[], isBad: boolean): readonly NodeRecord[] {
  const all: readonly string[] = ['failed', 'rejected', 'waiting'];
  return nodes.filter(({ status }) => all.includes(status) === isBad);
}

/** Columns for eyes that read mails in any font: the first ones are as wide as their widest entry. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = [0, 1].map((column) =>
    Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.replace(/\s+/g, ' ').padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function words(status: string): string {
  return status.replaceAll('_', ' ');
}
