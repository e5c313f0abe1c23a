import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { formatError } from '../../../lib/format-error.ts';
import { rowOfLine } from '../../../lib/log-window.ts';
import type { LogMatch } from './log-source.ts';
import type { LogStore } from './log-store.ts';
import { texts } from './texts.ts';
import { formatCount } from '../../../lib/format-count.ts';

interface LogSearchBarProps {
  readonly log: LogStore;
  /** Brings a row into sight and marks a text in it. */
  readonly onShow: (row: number, text: string) => void;
  readonly onClose: () => void;
}

interface Found {
  readonly text: string;
  readonly matches: readonly LogMatch[];
  readonly hasMore: boolean;
  readonly current: number;
}

/** Enter searches, then goes from match to match; Shift goes back, Escape closes. */
export function LogSearchBar({ log, onShow, onClose }: LogSearchBarProps) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found>();
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  const show = (next: Found) => {
    setFound(next);
    const match = next.matches[next.current];
    if (match === undefined) return;
    onShow(rowOfLine(log.getState().segments, match.segment, match.line), next.text);
  };
  const move = (by: number) => {
    if (found === undefined || found.matches.length === 0) return;
    const count = found.matches.length;
    show({ ...found, current: (found.current + by + count) % count });
  };
  const search = async () => {
    if (text === '') return;
    try {
      setProblem('');
      show({ text, current: 0, ...(await log.getState().search(text)) });
    } catch (error) {
      setProblem(formatError(error));
    }
  };
  return (
    <div className="log-search" role="search">
      <Icon name="search" />
      <input
        ref={input}
        aria-label={texts.search}
        placeholder={texts.search}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          if (event.key !== 'Enter') return;
          if (found?.text === text) move(event.shiftKey ? -1 : 1);
          else void search();
        }}
      />
      <span className="secondary small" role="status">
        {problem || foundWords(found)}
      </span>
      <IconButton icon="up" label={texts.previous} onPress={() => move(-1)} />
      <IconButton icon="down" label={texts.next} onPress={() => move(1)} />
      <IconButton icon="cross" label={texts.closeSearch} onPress={onClose} />
    </div>
  );
}

function foundWords(found: Found | undefined): string {
  if (found === undefined) return '';
  if (found.matches.length === 0) return texts.noMatches;
  const count = formatCount(found.matches.length) + (found.hasMore ? '+' : '');
  return texts.match(found.current + 1, count);
}
