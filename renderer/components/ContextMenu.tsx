import { useRef } from 'react';
import { MenuContext } from 'react-aria-components';
import { CommandMenu, type Command } from './CommandMenu.tsx';
import { useLastInput } from './use-last-input.ts';

/** Where a menu opens: at a right click, or beside the row that its key means, which it then does not cover. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  readonly height?: number | undefined;
}

/** Where a menu was asked for, and what it offers. */
export interface ContextMenuRequest extends MenuPlace {
  readonly label: string;
  readonly commands: readonly Command[];
}

interface ContextMenuProps {
  readonly request: ContextMenuRequest | undefined;
  readonly onClose: () => void;
}

/**
 * The menu of a right click, or of its keys: the same commands as the buttons of the row or node. Like a button, it tells the
 * menu what has the focus at first: by a key the first command that can be chosen, by the mouse none, but the arrows work.
 */
export function ContextMenu({ request, onClose }: ContextMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const isByKey = useLastInput() === 'key';
  if (request === undefined) return null;
  return (
    <MenuContext value={{ autoFocus: isByKey ? 'first' : true }}>
      <span
        key={`${request.x} ${request.y}`}
        ref={anchor}
        className="context-anchor"
        style={{ left: request.x, top: request.y, height: request.height }}
      />
      <CommandMenu
        label={request.label}
        commands={request.commands}
        triggerRef={anchor}
        placement="bottom start"
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
      />
    </MenuContext>
  );
}
