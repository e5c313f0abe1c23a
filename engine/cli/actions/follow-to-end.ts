import type { RunDetail } from '../../contract/run.ts';
import type { Cli, Signal } from '../cli.ts';
import { exitCodes } from '../cli-error.ts';
import { CliError } from '../cli-error.ts';
import type { Format } from '../commands/options.ts';
import type { NamedRun } from '../../server/command-request.ts';
import type { Connection } from '../connection/connect.ts';
import { followRun, isAtGate } from '../follow/follow-run.ts';
import { createLiveView } from '../follow/live-view.ts';
import { silentView } from '../follow/run-view.ts';
import { json } from '../print/json.ts';
import { oneLine } from '../print/display-width.ts';
import { runTree } from '../print/run-tree.ts';
import { endedWords } from './ended-words.ts';

interface Following {
  readonly run: NamedRun;
  readonly format: Format;
}

/** Follows a run until it has ended or waits for a person, and returns the exit code. */
export async function followToEnd(
  cli: Cli,
  { client, keep }: Connection,
  { run, format }: Following,
): Promise<number> {
  const { out, clock } = cli;
  keep(run);
  const asJson = format === 'json';
  const isShown = !asJson && !cli.isQuiet();
  if (isShown) out.write(out.colors.dim(`${run.name}  run ${run.dagRunId}\n`));
  const view = isShown ? createLiveView(out, clock.now) : silentView;
  const interrupts = stopOnInterrupt(cli, () => client.call('runs.stop', run));
  try {
    const { signal } = interrupts;
    const ended = await followRun({ client, clock, run, view, signal, untilGate: true });
    if (asJson) out.write(json(ended));
    else if (isShown) out.write(`\n${runTree(ended, clock.now(), out)}${gateHints(ended)}`);
    else if (exitCodeOf(ended) !== 0) cli.err.write(reasonOf(ended, cli));
    return exitCodeOf(ended);
  } catch (error) {
    if (!interrupts.signal.aborted) throw error;
    cli.err.write(
      `The run continues. See: dagwright status ${run.name} --run-id ${run.dagRunId}\n`,
    );
    return interrupts.exitCode();
  } finally {
    interrupts.end();
  }
}

/** @throws CliError where the run would go on only as long as this command. */
export function requireOtherEngine({ engine }: Connection): void {
  if (engine === 'service') return;
  throw new CliError('No engine is running for this home, so nothing would continue the run.', {
    hint: 'Start one with `dagwright server`, or omit --no-follow.',
  });
}

/** Why a run that nobody has seen ended as it did, for the log of a script. */
function reasonOf(run: RunDetail, { err }: Cli): string {
  const hints = gateHints(run).trimStart();
  if (hints !== '') return hints;
  return `${endedWords(run, err)}${run.error === '' ? '' : `: ${oneLine(run.error)}`}\n`;
}

/** How a person decides, for each gate of the run itself. */
function gateHints(run: RunDetail): string {
  if (!isAtGate(run)) return '';
  const lines = run.nodes.flatMap(({ step, statusLabel }) => {
    if (step.gate === null || statusLabel !== 'waiting') return [];
    const inputs = step.gate.required.map((name) => ` ${name}=…`).join('');
    const words = `${run.name} -r ${run.dagRunId} ${quotedWord(step.name)}${inputs}`;
    return `  dagwright approve ${words}\n`;
  });
  return `\nThe run is waiting for approval.\n${lines.join('')}`;
}

function quotedWord(word: string): string {
  return /^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A run that was stopped, or whose preconditions did not let it begin, has done what it was told. */
function exitCodeOf({ statusLabel }: RunDetail): number {
  return statusLabel === 'succeeded' || statusLabel === 'aborted' ? 0 : exitCodes.failed;
}

/** The first Ctrl-C stops the run, the second one leaves it alone. */
function stopOnInterrupt({ onSignal, err }: Cli, stop: () => Promise<unknown>) {
  const leave = new AbortController();
  let last: Signal | null = null;
  const end = onSignal((signal) => {
    const isFirst = last === null;
    last = signal;
    if (!isFirst) return leave.abort(new Error('left'));
    err.write('\nStopping the run. Press Ctrl-C again to leave without waiting.\n');
    // It may have ended by itself in this moment, and then following ends as well.
    stop().catch(() => undefined);
  });
  const exitCode = () => (last === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted);
  return { signal: leave.signal, exitCode, end };
}
