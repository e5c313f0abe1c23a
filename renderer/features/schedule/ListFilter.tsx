import { useRef } from 'react';
import type { SlotCounts } from '#contract/schedule.ts';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Segments } from '../../components/Segments.tsx';
import { useShortcuts } from '../../components/use-shortcuts.ts';
import { slotStates, stateStatus } from '../../lib/slot-entry.ts';
import { statusWords } from '../../lib/status-vocabulary.ts';
import type { SlotFilter } from './schedule-address.ts';

interface ListFilterProps {
  readonly counts: SlotCounts;
  readonly filter: SlotFilter;
  readonly onFilter: (filter: Partial<SlotFilter>) => void;
}

/** Part of a DAG's name, and one fate. */
export function ListFilter({ counts, filter, onFilter }: ListFilterProps) {
  const box = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => box.current?.focus() });
  const states = slotStates.filter((state) => counts[state] > 0 || state === filter.state);
  return (
    <div className="filter-bar slot-filter" role="search">
      <div className="filter-field">
        <Icon name="filter" />
        <input
          ref={box}
          aria-label="Name of the DAG"
          placeholder="Any DAG"
          value={filter.dag}
          spellCheck={false}
          onChange={(event) => onFilter({ dag: event.target.value })}
        />
        {filter.dag !== '' && (
          <IconButton icon="cross" label="Show all DAGs" onPress={() => onFilter({ dag: '' })} />
        )}
      </div>
      <Segments
        label="Fate"
        look="boxes"
        value={filter.state ?? 'all'}
        options={[
          { value: 'all', label: 'All' },
          ...states.map((state) => ({
            value: state,
            label: `${statusWords(stateStatus(state)).short} ${counts[state].toLocaleString('en')}`,
          })),
        ]}
        onChange={(state) => onFilter({ state: state === 'all' ? undefined : state })}
      />
    </div>
  );
}
