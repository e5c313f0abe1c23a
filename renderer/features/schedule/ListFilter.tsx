import { useRef } from 'react';
import type { SlotCounts } from '#contract/schedule.ts';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Segments } from '../../components/Segments.tsx';
import { useShortcuts } from '../../components/use-shortcuts.ts';
import { slotStates, stateStatus } from '../../lib/slot-entry.ts';
import { statusWords } from '../../lib/status-vocabulary.ts';
import type { SlotFilter } from './schedule-address.ts';
import { texts } from './texts.ts';
import { formatCount } from '../../lib/format-count.ts';

interface ListFilterProps {
  readonly counts: SlotCounts;
  readonly filter: SlotFilter;
  readonly onFilter: (filter: Partial<SlotFilter>) => void;
}

/** Part of a DAG's name, and one fate. */
export function ListFilter({ counts, filter, onFilter }: ListFilterProps) {
  const box = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': { label: texts.list.filter, run: () => box.current?.focus() } });
  const states = slotStates.filter((state) => counts[state] > 0 || state === filter.state);
  return (
    <div className="filter-bar slot-filter" role="search">
      <div className="filter-field">
        <Icon name="filter" />
        <input
          ref={box}
          aria-label={texts.list.dag}
          placeholder={texts.list.anyDag}
          value={filter.dag}
          spellCheck={false}
          onChange={(event) => onFilter({ dag: event.target.value })}
        />
        {filter.dag !== '' && (
          <IconButton
            icon="cross"
            label={texts.list.showAllDags}
            onPress={() => onFilter({ dag: '' })}
          />
        )}
      </div>
      <Segments
        label={texts.list.fate}
        look="boxes"
        value={filter.state ?? 'all'}
        options={[
          { value: 'all', label: texts.list.all },
          ...states.map((state) => ({
            value: state,
            label: texts.list.choice(
              statusWords(stateStatus(state)).short,
              formatCount(counts[state]),
            ),
          })),
        ]}
        onChange={(state) => onFilter({ state: state === 'all' ? undefined : state })}
      />
    </div>
  );
}
