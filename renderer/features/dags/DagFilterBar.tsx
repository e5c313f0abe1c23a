import { useMemo, useState, type RefObject } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { DagListItem } from '#contract/dag.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { toggleWord } from '../../lib/dag-filter.ts';
import type { DagListStore } from './dag-list-store.ts';
import { texts } from './texts.ts';

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

/** What narrows the table, and what can be done with the ticked rows. */
export function DagFilterBar(props: DagFilterBarProps) {
  const { store, query, dags, chosen, inputRef, onQuery } = props;
  const tags = useMemo(() => commonTags(dags), [dags]);
  const words = query.split(/\s+/);
  const { runAll, suspend, remove } = store.getState();
  const [isDeleting, setDeleting] = useState(false);
  const refusalOf = useRefusal();
  const refusal = refusalOf('dags.start');
  const deleteRefusal = refusalOf('dags.delete');
  const names = chosen.map((item) => item.fileName);
  const allOff = chosen.every((item) => item.suspended);
  return (
    <div className="filter-bar">
      <div className="filter-field">
        <Icon name="filter" />
        <input
          ref={inputRef}
          aria-label={texts.filter.label}
          placeholder={texts.filter.placeholder}
          value={query}
          spellCheck={false}
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
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
      {chosen.length > 0 && (
        <>
          <span className="secondary small nowrap">{texts.filter.selected(chosen.length)}</span>
          {refusal ? (
            <span className="secondary small">{refusal}</span>
          ) : (
            <>
              <Button icon="play" onPress={() => void runAll(chosen)}>
                {texts.filter.run}
              </Button>
              <Button onPress={() => void suspend(names, !allOff)}>
                {allOff ? texts.filter.resume : texts.filter.suspend}
              </Button>
              <span title={deleteRefusal}>
                <Button isDisabled={deleteRefusal !== undefined} onPress={() => setDeleting(true)}>
                  {texts.filter.delete}
                </Button>
              </span>
            </>
          )}
        </>
      )}
      {isDeleting && (
        <AskDialog
          title={texts.filter.deleteTitle(names.length)}
          verb={texts.filter.deleteTitle(names.length)}
          isDanger
          onConfirm={() => {
            setDeleting(false);
            remove(names);
          }}
          onClose={() => setDeleting(false)}
        >
          <p>{texts.filter.deleteBody(names.join(', '))}</p>
        </AskDialog>
      )}
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
