import type { RunDetail } from '../../contract/run.ts';
import { CliError, exitCodes, type Cli, type Signal } from '../cli.ts';
import type { Format } from '../commands/options.ts';
import type { Connection } from '../connect.ts';
import { followRun, isAtGate } from '../follow/follow-run.ts';
import { createLiveView } from '../follow/live-view.ts';
import { silentView } from '../follow/run-view.ts';
import { json } from '../print/json.ts';
import { runTree } from '../print/run-tree.ts';

export interface NamedRun {
  readonly name: string;
  readonly dagRunId: string;
}

interface Following {
  readonly run: NamedRun;
  readonly format: Format;
}

/** Follows a run until it has ended or waits for a person, and returns the exit code: 0 only when it succeeded. */
export async function followToEnd(
  cli: Cli,
  { client }: Connection,
  { run, format }: Following,
): Promise<number> {
  const { out, clock } = cli;
  const asJson = format === 'json';
  if (!asJson) out.write(out.colors.dim(`${run.name}  run ${run.dagRunId}\n`));
  const view = asJson ? silentView : createLiveView(out, clock.now);
  const interrupts = stopOnInterrupt(cli, () => client.call('runs.stop', run));
  try {
    const { signal } = interrupts;
    const ended = await followRun({ client, clock, run, view, signal, untilGate: true });
    out.write(asJson ? json(ended) : `\n${runTree(ended, clock.now(), out)}${gateHints(ended)}`);
    return interrupts.exitCode() ?? exitCodeOf(ended);
  } catch (error) {
    if (!interrupts.signal.aborted) throw error;
    cli.err.write(`The run goes on: dagwright status ${run.name} --run-id ${run.dagRunId}\n`);
    return interrupts.exitCode() ?? exitCodes.interrupted;
  } finally {
    interrupts.end();
  }
}

/** @throws CliError where the run would go on only as long as this command. */
export function requireOtherEngine({ engine }: Connection): void {
  if (engine === 'running') return;
  throw new CliError('No engine is running for this home, so nobody would go on with the run.', {
    hint: 'Start one with `dagwright server`, or leave out --no-follow.',
  });
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
  return `\nThe run waits for a person.\n${lines.join('')}`;
}

function quotedWord(word: string): string {
  return /^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function exitCodeOf({ statusLabel }: RunDetail): number {
  return statusLabel === 'succeeded' ? 0 : exitCodes.failed;
}

/** The first Ctrl-C stops the run, the second one leaves it alone. */
function stopOnInterrupt({ onSignal, err }: Cli, stop: () => Promise<unknown>) {
  const leave = new AbortController();
  let first: Signal | null = null;
  const end = onSignal((signal) => {
    if (first !== null) return leave.abort(new Error('left'));
    first = signal;
    err.write('\nStopping the run. Once more leaves it to itself.\n');
    // It may have ended by itself in this moment, and then following ends as well.
    stop().catch(() => undefined);
  });
  const exitCode = () => {
    if (first === null) return null;
    return first === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated;
  };
  return { signal: leave.signal, exitCode, end };
}
