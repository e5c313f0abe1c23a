import { useState } from 'react';
import { ComboBox, Input, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { RunStatus } from '#contract/status.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { NameOptions } from '../../components/NameOptions.tsx';
import { Status } from '../../components/Status.tsx';
import { statusWords } from '../../lib/status-vocabulary.ts';
import type { RunFilter } from './run-list-store.ts';

interface RunFilterBarProps {
  readonly filter: RunFilter;
  /** DAG names to choose from; another can be typed, since runs outlive their DAGs. */
  readonly names: readonly string[];
  readonly onFilter: (filter: RunFilter) => void;
}

const offered: readonly RunStatus[] = [
  'running',
  'queued',
  'waiting',
  'succeeded',
  'partially_succeeded',
  'failed',
  'rejected',
  'aborted',
];

export function RunFilterBar({ filter, names, onFilter }: RunFilterBarProps) {
  const [text, setText] = useState(filter.name);
  const show = (name: string) => name !== filter.name && onFilter({ ...filter, name });
  return (
    <div className="filter-bar">
      <ComboBox
        aria-label="DAG name"
        allowsCustomValue
        menuTrigger="focus"
        inputValue={text}
        onInputChange={(next) => {
          setText(next);
          if (next === '') show('');
        }}
        onSelectionChange={(key) => key !== null && show(String(key))}
        className="filter-field name-combo"
      >
        <Icon name="dags" />
        <Input
          placeholder="All DAGs"
          onKeyDown={(event) => event.key === 'Enter' && show(text)}
          onBlur={() => show(text)}
        />
        {text !== '' && (
          <IconButton icon="cross" label="Show all DAGs" slot={null} onPress={() => show('')} />
        )}
        <NameOptions names={names} />
      </ComboBox>
      <MenuTrigger>
        <Button
          aria-label={`Status: ${filter.status ? statusWords(filter.status).word : 'Any status'}`}
        >
          {filter.status === undefined ? 'Any status' : <Status status={filter.status} />}
          <Icon name="down" />
        </Button>
        <Popover className="popover" placement="bottom start" offset={4}>
          <Menu
            aria-label="Status"
            className="menu"
            onAction={(key) =>
              onFilter({ ...filter, status: offered.find((status) => status === key) })
            }
          >
            <MenuItem id="any" className="menu-item" textValue="Any status">
              Any status
            </MenuItem>
            {offered.map((status) => (
              <MenuItem key={status} id={status} className="menu-item" textValue={status}>
                <Status status={status} />
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  );
}
