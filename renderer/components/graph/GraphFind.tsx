import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { GraphLayout } from '../../lib/graph-model.ts';
import { IconButton } from '../IconButton.tsx';
import { Icon } from '../Icon.tsx';
import { texts } from '../texts.ts';

interface GraphFindProps {
  readonly layout: GraphLayout;
  /** Brings a step into the middle and marks it. */
  readonly onFound: (name: string | undefined) => void;
  /** Ends the search; the focus goes to the step that was found last. */
  readonly onClose: () => void;
}

/** Finds steps by a part of their names. Enter goes from one to the next, with Shift back; Escape closes. */
export function GraphFind({ layout, onFound, onClose }: GraphFindProps) {
  const [text, setText] = useState('');
  const [current, setCurrent] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  const found = matches(layout, text);
  const look = (names: readonly string[], at: number) => {
    setCurrent(at);
    onFound(names[at]);
  };
  const move = (by: number) =>
    found.length > 0 && look(found, (current + by + found.length) % found.length);
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys of the graph mean nothing here.
    event.stopPropagation();
    if (event.key === 'Enter') move(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') onClose();
  };
  return (
    <div className="graph-find" role="search" onKeyDown={onKeyDown}>
      <Icon name="search" />
      <input
        ref={input}
        aria-label={texts.graph.find}
        placeholder={texts.graph.find}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          look(matches(layout, target.value), 0);
        }}
      />
      <span className="small secondary find-count" role="status">
        {text !== '' && texts.graph.found(found.length === 0 ? 0 : current + 1, found.length)}
      </span>
      <IconButton icon="cross" label={texts.graph.endFind} onPress={onClose} />
    </div>
  );
}

function matches({ nodes }: GraphLayout, text: string): readonly string[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  return nodes.map(({ name }) => name).filter((name) => name.toLowerCase().includes(wanted));
}
