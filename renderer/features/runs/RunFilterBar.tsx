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
import { texts } from './texts.ts';

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

/** Filters the runs by DAG and status. */
export function RunFilterBar({ filter, names, onFilter }: RunFilterBarProps) {
  const [text, setText] = useState(filter.name);
  const show = (name: string) => name !== filter.name && onFilter({ ...filter, name });
  return (
    <div className="filter-bar">
      <ComboBox
        aria-label={texts.list.dagName}
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
          placeholder={texts.list.allDags}
          onKeyDown={(event) => event.key === 'Enter' && show(text)}
          onBlur={() => show(text)}
        />
        {text !== '' && (
          <IconButton
            icon="cross"
            label={texts.list.showAllDags}
            slot={null}
            onPress={() => show('')}
          />
        )}
        <NameOptions names={names} />
      </ComboBox>
      <MenuTrigger>
        <Button
          aria-label={texts.list.currentStatus(
            filter.status ? statusWords(filter.status).word : texts.list.anyStatus,
          )}
        >
          {filter.status === undefined ? texts.list.anyStatus : <Status status={filter.status} />}
          <Icon name="down" />
        </Button>
        <Popover className="popover" placement="bottom start" offset={4}>
          <Menu
            aria-label={texts.list.status}
            className="menu"
            onAction={(key) =>
              onFilter({ ...filter, status: offered.find((status) => status === key) })
            }
          >
            <MenuItem id="any" className="menu-item" textValue={texts.list.anyStatus}>
              {texts.list.anyStatus}
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
