import { useMemo, type RefObject } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { DagListItem } from '#contract/dag.ts';
import { useGitStates } from '../../client/use-git-files.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { toggleWord } from '../../lib/dag-filter.ts';
import { BulkBar } from './BulkBar.tsx';
import type { DagListStore } from './dag-list-store.ts';
import { texts } from './texts.ts';
import { focusRows, useListFocus } from './use-list-focus.ts';

interface DagFilterBarProps {
  readonly store: DagListStore;
  readonly query: string;
  readonly dags: readonly DagListItem[];
  /** The rows that are ticked. */
  readonly chosen: readonly DagListItem[];
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly onQuery: (query: string) => void;
}

const MAX_TAGS = 40;

/** What narrows the table, and beside it what can be done with the ticked rows. */
export function DagFilterBar(props: DagFilterBarProps) {
  const { store, query, dags, chosen, inputRef, onQuery } = props;
  const tags = useMemo(() => commonTags(dags), [dags]);
  const hasGit = useGitStates() !== undefined;
  const kept = useListFocus();
  const words = query.split(/\s+/);
  return (
    <div className="filter-bar" {...kept}>
      <div className="filter-field">
        <Icon name="filter" />
        <input
          ref={inputRef}
          aria-label={texts.filter.label}
          placeholder={hasGit ? texts.filter.placeholderGit : texts.filter.placeholder}
          value={query}
          spellCheck={false}
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={({ key }) => {
            if (key === 'ArrowDown' || (key === 'Escape' && query === '')) focusRows();
            else if (key === 'Escape') onQuery('');
          }}
        />
        {query === '' ? (
          <kbd>/</kbd>
        ) : (
          <IconButton icon="cross" label={texts.filter.clear} onPress={() => onQuery('')} />
        )}
      </div>
      {tags.length > 0 && (
        <MenuTrigger>
          <Button>
            {texts.filter.tags} <Icon name="down" />
          </Button>
          <Popover className="popover" placement="bottom end" offset={4}>
            <Menu
              aria-label={texts.filter.tags}
              className="menu"
              selectionMode="multiple"
              selectedKeys={tags.filter((tag) => words.includes(`tag:${tag}`))}
              onAction={(tag) => onQuery(toggleWord(query, `tag:${tag}`))}
            >
              {tags.map((tag) => (
                <MenuItem key={tag} id={tag} className="menu-item" textValue={tag}>
                  {({ isSelected }) => (
                    <>
                      <span className="menu-tick">{isSelected && <Icon name="tick" />}</span>
                      <span className="mono">{tag}</span>
                    </>
                  )}
                </MenuItem>
              ))}
            </Menu>
          </Popover>
        </MenuTrigger>
      )}
      {chosen.length > 0 && <BulkBar store={store} dags={dags} chosen={chosen} />}
    </div>
  );
}

/** The tags in use, the most common first. */
function commonTags(dags: readonly DagListItem[]): readonly string[] {
  const counts = Map.groupBy(
    dags.flatMap((item) => item.dag.tags),
    (tag) => tag,
  );
  return [...counts]
    .sort(([a, uses], [b, others]) => others.length - uses.length || a.localeCompare(b))
    .slice(0, MAX_TAGS)
    .map(([tag]) => tag);
}
