import { useRef } from 'react';
import { CommandMenu, type Command } from './CommandMenu.tsx';

/** Where a right click happened, and what it offers. */
export interface ContextMenuRequest {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly commands: readonly Command[];
}

interface ContextMenuProps {
  readonly request: ContextMenuRequest | undefined;
  readonly onClose: () => void;
}

/** The menu of a right click: the same commands as the buttons of the row or node. */
export function ContextMenu({ request, onClose }: ContextMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  if (request === undefined) return null;
  return (
    <>
      <span
        key={`${request.x} ${request.y}`}
        ref={anchor}
        className="context-anchor"
        style={{ left: request.x, top: request.y }}
      />
      <CommandMenu
        label={request.label}
        commands={request.commands}
        triggerRef={anchor}
        placement="bottom start"
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
      />
    </>
  );
}
