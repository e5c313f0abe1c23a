import {
  memo,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import { useStore } from 'zustand';
import { LogLine } from './LogLine.tsx';
import type { LogState, LogStore } from './log-store.ts';
import { LINE_HEIGHT, useLogWindow } from './use-log-window.ts';
import { texts } from './texts.ts';

export interface LogViewHandle {
  /** Brings a row into sight; a text in it is marked. */
  readonly show: (row: number, text?: string) => void;
  readonly clear: () => void;
  readonly focus: () => void;
}

interface LogViewProps {
  readonly ref: Ref<LogViewHandle>;
  readonly log: LogStore;
  readonly isLive: boolean;
  /** What stands in place of the lines where there are none. */
  readonly emptyWords: ReactNode;
  readonly isFollowing: boolean;
  readonly isWrapping: boolean;
  readonly onFollowing: (isFollowing: boolean) => void;
}

type ShownLog = Pick<LogState, 'rows' | 'phase' | 'sources'>;

const SETTLE_MS = 40;

/** A window onto a log of any length: only the lines in sight exist, and only their pages are fetched. */
export const LogView = memo(function LogView(props: LogViewProps) {
  const { ref, log, isLive, emptyWords, isFollowing, isWrapping, onFollowing } = props;
  const state = useStore(log);
  const { rows, phase, note, need, rowText, sources } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const window = useLogWindow(scroller, { rows, isWrapping, resetKey: sources });
  const [mark, setMark] = useState<{ row: number; text: string | undefined }>();
  const lastTop = useRef(0);
  const follows = isLive && isFollowing;

  useEffect(() => {
    const timer = setTimeout(() => need(window.from, window.to), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [need, window.from, window.to, rows]);

  useLayoutEffect(() => {
    if (follows) window.toEnd();
    else window.leaveEnd();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- Follows new rows, not each new window.
  }, [follows, rows, sources]);

  useImperativeHandle(ref, () => ({
    show: (row, text) => {
      onFollowing(false);
      setMark({ row, text });
      window.toRow(row);
    },
    clear: () => setMark(undefined),
    focus: () => scroller.current?.focus({ preventScroll: true }),
  }));

  const scrolled = useCallback(() => {
    window.onScroll();
    const element = scroller.current;
    if (element === null || !isLive) return;
    const wentUp = element.scrollTop < lastTop.current;
    lastTop.current = element.scrollTop;
    const left = element.scrollHeight - element.scrollTop - element.clientHeight;
    const isAtEnd = left < LINE_HEIGHT * 2;
    // Only going up leaves the end: growing leaves it behind too, and is no decision of anybody.
    if (isFollowing ? wentUp && !isAtEnd : isAtEnd) onFollowing(isAtEnd);
  }, [window, isLive, isFollowing, onFollowing]);

  const digits = Math.max(4, String(rows).length);
  const unseen = useUnseenRows(state, isFollowing);
  const fresh = isLive ? unseen : 0;
  return (
    <div className="log-frame">
      <div
        ref={scroller}
        className={isWrapping ? 'log log-wrap' : 'log'}
        role="region"
        aria-label={texts.lines}
        tabIndex={0}
        onScroll={scrolled}
        style={{ '--digits': digits } as React.CSSProperties}
      >
        <div className="log-space" style={{ height: window.height }}>
          {window.rows.map(({ row, top }) => (
            <LogLine
              key={row}
              row={row}
              top={top}
              content={rowText(row)}
              before={rowText(row - 1)}
              isMarked={mark?.row === row}
              mark={mark?.text}
              onHeight={isWrapping ? window.measured : undefined}
            />
          ))}
        </div>
      </div>
      {rows === 0 && phase === 'ready' && (
        <p className="log-note secondary">{note ?? emptyWords}</p>
      )}
      {rows > 0 && note && <p className="log-note log-note-top secondary">{note}</p>}
      {fresh > 0 && (
        <button type="button" className="new-lines" onClick={() => onFollowing(true)}>
          {texts.newLines(fresh)}
        </button>
      )}
    </div>
  );
});

/** How many rows have come since nobody follows the end of the log, or since it is shown. */
function useUnseenRows({ rows, phase, sources }: ShownLog, isFollowing: boolean): number {
  const now = { rows, phase, sources, isFollowing };
  const [kept, keep] = useState(now);
  const { isFollowing: wasFollowing, sources: old } = kept;
  if (wasFollowing !== isFollowing || old !== sources || kept.phase !== phase) keep(now);
  return isFollowing || phase !== 'ready' ? 0 : Math.max(0, rows - kept.rows);
}
