import type { NodeObject } from '../../contract/run.ts';
import { displayWidth, fitTo, oneLine, padTo } from '../print/display-width.ts';
import { statusSymbol, statusText } from '../print/status-style.ts';
import { spanText } from '../print/times.ts';
import type { Colors, Output } from '../terminal.ts';
import type { RunView } from './run-view.ts';

const LONGEST_NAME = 24;
const prefixColors = ['cyan', 'magenta', 'blue', 'yellow', 'green'] as const;

/** Shows a run as it happens: each line of a step behind its name. */
export function createLiveView({ write, logLine, colors }: Output, now: () => number): RunView {
  const names = new Map<string, string>();
  let width = 0;

  function prefix(stepName: string): string {
    const name = names.get(stepName) ?? oneLine(stepName);
    return padTo(fitTo(name, LONGEST_NAME), width);
  }
  function coloredPrefix(stepName: string): string {
    const index = [...names.keys()].indexOf(stepName);
    return colors[prefixColors[index % prefixColors.length] ?? 'cyan'](prefix(stepName));
  }

  return {
    showsLogs: true,
    steps: (all) => {
      for (const name of all) names.set(name, oneLine(name));
      width = Math.min(LONGEST_NAME, Math.max(0, ...[...names.values()].map(displayWidth)));
    },
    stepChanged: (node, before) => {
      const text = changeText(node, before, { now: now(), colors });
      if (text === null) return;
      const symbol = statusSymbol(node.statusLabel, colors);
      write(`${symbol} ${colors.bold(prefix(node.step.name))}  ${text}\n`);
    },
    logLine: (stepName, stream, line) => {
      const bar = stream === 'stderr' ? colors.red('│') : colors.dim('│');
      write(`  ${coloredPrefix(stepName)} ${bar} ${logLine(line)}\n`);
    },
  };
}

function changeText(
  node: NodeObject,
  before: NodeObject | null,
  { now, colors }: { readonly now: number; readonly colors: Colors },
): string | null {
  const { statusLabel, retryCount, error } = node;
  if (statusLabel === 'not_started') return null;
  if (statusLabel === 'running') {
    const again = before !== null && retryCount > before.retryCount;
    return again ? `retry ${retryCount}` : 'started';
  }
  const [reason = ''] = error.split('\n');
  return [statusText(statusLabel, colors), spanText(node, now), oneLine(reason)]
    .filter(Boolean)
    .join('  ');
}
