import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { Icon } from '../../../components/Icon.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { useStable } from '../../../components/use-stable.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { createLogSearch, type LogSearchState } from './log-search-store.ts';
import type { LogStore } from './log-store.ts';
import { texts } from './texts.ts';

interface LogSearchBarProps {
  readonly log: LogStore;
  /** Brings a row into sight and marks a text in it. */
  readonly onShow: (row: number, text: string) => void;
  /** Nothing is marked any more. */
  readonly onClear: () => void;
  readonly onClose: () => void;
}

/** Searches while somebody types. Enter goes to the next match, with Shift to the one before; Escape closes. */
export function LogSearchBar({ log, onShow, onClear, onClose }: LogSearchBarProps) {
  const view = useStable({ show: onShow, clear: onClear });
  const [search] = useState(() => createLogSearch(log, view));
  const state = useStore(search);
  const { text, type, move } = state;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => search.getState().stop, [search]);
  useAnotherLog(log, search.getState().again);

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if (event.key === 'Enter') move(event.shiftKey ? -1 : 1);
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
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
      />
      <span className="secondary small" role="status">
        {foundWords(state)}
      </span>
      <IconButton icon="up" label={texts.previous} onPress={() => move(-1)} />
      <IconButton icon="down" label={texts.next} onPress={() => move(1)} />
      <IconButton icon="cross" label={texts.closeSearch} onPress={onClose} />
    </div>
  );
}

/** Tells that another log is on show, once its lines are there: rows are found by how many lines the logs above have. */
function useAnotherLog(log: LogStore, tell: () => void): void {
  const sources = useStore(log, (state) => (state.phase === 'ready' ? state.sources : undefined));
  const known = useRef(sources);
  useEffect(() => {
    if (sources === undefined || sources === known.current) return;
    known.current = sources;
    tell();
  }, [sources, tell]);
}

function foundWords({ found, problem, isSlow }: LogSearchState): string {
  if (isSlow) return texts.searching;
  if (problem !== '' || found === undefined) return problem;
  if (found.matches.length === 0) return texts.noMatches;
  const count = formatCount(found.matches.length) + (found.hasMore ? '+' : '');
  return texts.match(found.current + 1, count);
}
