import { useSyncExternalStore } from 'react';
import { Menu, MenuItem, Popover, type PopoverProps } from 'react-aria-components';
import type { StoreApi } from 'zustand/vanilla';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.tsx';

/** One command, under the one name that it has everywhere. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** What it does, or why it cannot be done now, in one sentence. */
  readonly detail?: string;
  readonly icon?: IconName;
  readonly shortcut?: string;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

/** Commands, or where the present ones are found: a closed menu is then not drawn again when they change. */
export type CommandSource = readonly Command[] | StoreApi<readonly Command[]>;

interface CommandMenuProps extends Pick<PopoverProps, 'triggerRef' | 'isOpen' | 'onOpenChange'> {
  readonly label: string;
  readonly commands: CommandSource;
  readonly placement?: PopoverProps['placement'];
}

/** The menu behind a "more" button and behind a right click. */
export function CommandMenu({
  label,
  commands,
  placement = 'bottom end',
  onOpenChange,
  ...rest
}: CommandMenuProps) {
  return (
    <Popover
      className="popover"
      aria-label={label}
      placement={placement}
      offset={4}
      {...(onOpenChange ? { onOpenChange } : {})}
      {...rest}
    >
      <OpenMenu label={label} source={commands} onOpenChange={onOpenChange} />
    </Popover>
  );
}

interface OpenMenuProps {
  readonly label: string;
  readonly source: CommandSource;
  readonly onOpenChange: PopoverProps['onOpenChange'] | undefined;
}

function OpenMenu({ label, source, onOpenChange }: OpenMenuProps) {
  const commands = usePresent(source);
  return (
    <Menu
      aria-label={label}
      className="menu"
      onAction={(id) => {
        // A menu without a button of its own does not know that it is to close.
        onOpenChange?.(false);
        find(commands, id)?.run();
      }}
    >
      {commands.map((command) => (
        <MenuItem
          key={command.id}
          id={command.id}
          textValue={command.label}
          isDisabled={command.isDisabled ?? false}
          className={`menu-item${command.isDanger ? ' danger' : ''}${command.detail ? ' tall' : ''}`}
        >
          {command.icon && <Icon name={command.icon} />}
          <span className="grow">
            {command.label}
            {command.detail && <span className="menu-detail">{command.detail}</span>}
          </span>
          {command.shortcut && <kbd>{command.shortcut}</kbd>}
        </MenuItem>
      ))}
    </Menu>
  );
}

function usePresent(source: CommandSource): readonly Command[] {
  const isStore = 'getState' in source;
  return useSyncExternalStore(isStore ? source.subscribe : never, () =>
    isStore ? source.getState() : source,
  );
}

const never = () => () => {};

function find(commands: readonly Command[], id: React.Key): Command | undefined {
  return commands.find((command) => command.id === id);
}
