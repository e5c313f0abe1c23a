import { useMemo, type ReactNode } from 'react';
import { Popover, type PopoverProps } from 'react-aria-components';

interface AnchoredPopoverProps extends Pick<PopoverProps, 'offset' | 'placement'> {
  /** The element beside which it stands, and to which the focus goes back. */
  readonly anchor: HTMLElement;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A popover beside whatever opened it, for as long as it is drawn. */
export function AnchoredPopover({ anchor, children, onClose, ...place }: AnchoredPopoverProps) {
  const triggerRef = useMemo(() => ({ current: anchor }), [anchor]);
  return (
    <Popover
      {...place}
      className="popover"
      triggerRef={triggerRef}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {children}
    </Popover>
  );
}
