import { memo } from 'react';
import { MenuTrigger } from 'react-aria-components';
import { CommandMenu, type CommandSource } from './CommandMenu.tsx';
import { IconButton } from './IconButton.tsx';

interface MoreMenuProps {
  readonly label: string;
  readonly commands: CommandSource;
  /** In a row of a list, which is one stop of Tab. */
  readonly isInRow?: boolean;
}

/** The commands that have no button of their own. */
export const MoreMenu = memo(function MoreMenu(props: MoreMenuProps) {
  const { label, commands, isInRow = false } = props;
  return (
    <MenuTrigger>
      <IconButton icon="more" label={label} size="normal" excludeFromTabOrder={isInRow} />
      <CommandMenu label={label} commands={commands} />
    </MenuTrigger>
  );
});
