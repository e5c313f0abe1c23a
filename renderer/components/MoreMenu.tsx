import { memo } from 'react';
import { MenuTrigger } from 'react-aria-components';
import { CommandMenu, type Command } from './CommandMenu.tsx';
import { IconButton } from './IconButton.tsx';

interface MoreMenuProps {
  readonly label: string;
  readonly commands: readonly Command[];
}

/** The commands that have no button of their own. */
export const MoreMenu = memo(function MoreMenu({ label, commands }: MoreMenuProps) {
  return (
    <MenuTrigger>
      <IconButton icon="more" label={label} size="normal" />
      <CommandMenu label={label} commands={commands} />
    </MenuTrigger>
  );
});
