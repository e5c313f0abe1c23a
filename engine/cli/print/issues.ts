import type { Diagnostic } from '../../contract/dag.ts';
import type { Colors } from '../terminal.ts';
import { displayWidth } from './display-width.ts';

interface CheckedFile {
  /** As the user named it. */
  readonly file: string;
  readonly text: string;
  readonly issues: readonly Diagnostic[];
}

/** The findings of a file as a compiler tells them: place, message, the line, and what to write instead. */
export function issuesText({ file, text, issues }: CheckedFile, colors: Colors): string {
  const lines = text.split(/\r\n|\r|\n/);
  return issues
    .map((issue) => issueText(issue, { file, source: lines[issue.line - 1] ?? '' }, colors))
    .join('\n');
}

function issueText(
  issue: Diagnostic,
  { file, source }: { readonly file: string; readonly source: string },
  colors: Colors,
): string {
  const color = issue.severity === 'error' ? colors.red : colors.yellow;
  const place = colors.bold(`${file}:${issue.line}:${issue.column}:`);
  const gutter = String(issue.line);
  const blank = ' '.repeat(gutter.length);
  const lines = [
    `${place} ${color(issue.severity)}: ${issue.message}${rule(issue, colors)}`,
    ...(source.trim() === ''
      ? []
      : [
          `  ${colors.dim(`${gutter} |`)} ${source}`,
          `  ${colors.dim(`${blank} |`)} ${color(marker(issue, source))}`,
        ]),
    ...suggestionLine(issue, `  ${blank} ${colors.dim('=')}`, colors),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** The name under which the manual explains a warning. */
function rule({ code }: Diagnostic, colors: Colors): string {
  return code === undefined ? '' : ` ${colors.dim(`[${code}]`)}`;
}

/** Many messages say it already. */
function suggestionLine({ message, suggestion }: Diagnostic, gutter: string, colors: Colors) {
  if (suggestion === undefined || message.includes(suggestion)) return [];
  return [`${gutter} write ${colors.green(suggestion)} instead`];
}

/** Carets below the marked part; a part of several lines is marked to the end of its first. */
function marker({ line, column, endLine, endColumn }: Diagnostic, source: string): string {
  const start = column - 1;
  const end = endLine === line ? endColumn - 1 : source.trimEnd().length;
  // Tabs stay tabs, so that the carets stand below what they mark.
  const before = source
    .slice(0, start)
    .replace(/[^\t]+/g, (part) => ' '.repeat(displayWidth(part)));
  return before + '^'.repeat(Math.max(1, displayWidth(source.slice(start, end))));
}
