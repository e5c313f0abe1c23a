import type { Finding } from '../../contract/operations/maintenance.ts';
import type { Colors } from '../terminal.ts';
import { oneLine } from './display-width.ts';
import { sameWidth } from './table.ts';

const styles = {
  ok: { symbol: '✓', color: 'green' },
  warning: { symbol: '!', color: 'yellow' },
  problem: { symbol: '✗', color: 'red' },
} as const satisfies Record<Finding['level'], unknown>;

/** What the doctor found, one line each, with what to do below it. */
export function findingsText(findings: readonly Finding[], colors: Colors): string {
  const names = sameWidth(findings.map(({ check }) => check));
  const lines = findings.flatMap(({ level, message, fix }, index) => {
    const { symbol, color } = styles[level];
    const indent = ' '.repeat((names[index] ?? '').length + 4);
    return [
      `${colors[color](symbol)} ${colors.bold(names[index] ?? '')}  ${oneLine(message)}`,
      ...(fix === '' ? [] : [`${indent}${colors.dim(`→ ${oneLine(fix)}`)}`]),
    ];
  });
  return `${lines.join('\n')}\n\n${summary(findings)}\n`;
}

function summary(findings: readonly Finding[]): string {
  const count = (level: Finding['level'], word: string): string => {
    const number = findings.filter((finding) => finding.level === level).length;
    return number === 0 ? '' : `${number} ${word}${number === 1 ? '' : 's'}`;
  };
  const found = [count('problem', 'problem'), count('warning', 'warning')].filter(Boolean);
  return found.length === 0 ? 'No problems found.' : `${found.join(', ')}.`;
}
