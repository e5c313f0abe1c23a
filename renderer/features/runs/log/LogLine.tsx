import { memo, useLayoutEffect, useRef, type ReactNode } from 'react';
import { ansiSpans, withoutAnsi } from '../../../lib/ansi.ts';
import { isErrorLine } from './find-error.ts';
import type { LogRowText } from './log-store.ts';

interface LogLineProps {
  readonly row: number;
  readonly top: number;
  readonly content: LogRowText | undefined;
  /** The line before: only the first of a block of errors stands out. */
  readonly before: LogRowText | undefined;
  readonly isMarked: boolean;
  /** A text that was searched for. */
  readonly mark: string | undefined;
  readonly onHeight: ((row: number, height: number) => void) | undefined;
}

export const LogLine = memo(function LogLine(props: LogLineProps) {
  const { row, top, content, before, isMarked, mark, onHeight } = props;
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (onHeight && element.current) onHeight(row, element.current.offsetHeight);
  });
  if (content === undefined) return null;
  const style = { transform: `translateY(${top}px)` };
  if (content.kind === 'header') {
    return (
      <div ref={element} className="log-line log-header" style={style}>
        {content.text}
      </div>
    );
  }
  const classes = ['log-line'];
  if (isError(content) && !isError(before)) classes.push('log-error');
  if (isMarked) classes.push('log-marked');
  return (
    <div ref={element} className={classes.join(' ')} style={style}>
      <span className="log-number">{content.number}</span>
      <span className="log-text">
        {content.text === undefined ? '' : drawn(content.text, mark)}
      </span>
    </div>
  );
}, isSameLine);

function isError(content: LogRowText | undefined): boolean {
  return (
    content?.kind === 'line' &&
    content.text !== undefined &&
    isErrorLine(stamped(withoutAnsi(content.text)))
  );
}

const stamp = /^\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?\s+/;

function stamped(text: string): string {
  return text.replace(stamp, '');
}

/** The line as text nodes, a time at its beginning held back in grey. */
function drawn(text: string, mark: string | undefined): readonly ReactNode[] {
  const time = text.includes('\u001b') ? undefined : stamp.exec(text)?.[0];
  const rest = time === undefined ? text : text.slice(time.length);
  const spans = ansiSpans(rest).map(({ text: part, classes, colors }, index) => (
    <span key={index} className={classes} style={colors}>
      {mark ? highlighted(part, mark) : part}
    </span>
  ));
  return time === undefined
    ? spans
    : [
        <span key="time" className="log-time">
          {time}
        </span>,
        ...spans,
      ];
}

function highlighted(text: string, mark: string): readonly ReactNode[] {
  const lower = text.toLowerCase();
  const parts: ReactNode[] = [];
  let from = 0;
  for (let at = find(lower, mark, 0); at >= 0; at = find(lower, mark, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + mark.length)}</mark>);
    from = at + mark.length;
  }
  return [...parts, text.slice(from)];
}

function find(lower: string, mark: string, from: number): number {
  return lower.indexOf(mark.toLowerCase(), from);
}

// Rows come as new objects with every page; what they say seldom changes.
function isSameLine(a: LogLineProps, b: LogLineProps): boolean {
  return (
    a.row === b.row &&
    a.top === b.top &&
    a.isMarked === b.isMarked &&
    a.mark === b.mark &&
    a.onHeight === b.onHeight &&
    sameText(a.content, b.content) &&
    isError(a.before) === isError(b.before)
  );
}

function sameText(a: LogRowText | undefined, b: LogRowText | undefined): boolean {
  if (a?.kind !== b?.kind || a?.text !== b?.text) return false;
  return a?.kind !== 'line' || b?.kind !== 'line' || a.number === b.number;
}
