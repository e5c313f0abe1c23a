import { Button, Tooltip, TooltipTrigger, type ButtonProps } from 'react-aria-components';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.tsx';

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'className'> {
  readonly icon: IconName;
  readonly label: string;
  readonly shortcut?: string;
  /** For buttons that switch something on. */
  readonly isOn?: boolean;
  readonly size?: 'normal' | 'small';
}

/** A button that is a picture; its words are in the tooltip and read aloud. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, shortcut, isOn, size = 'small', ...rest } = props;
  const pressed = isOn === undefined ? {} : { 'aria-pressed': isOn };
  return (
    <TooltipTrigger delay={600} closeDelay={100}>
      <Button {...rest} {...pressed} aria-label={label} className={`icon-button size-${size}`}>
        <Icon name={icon} />
      </Button>
      <Tooltip className="tooltip" offset={6}>
        {label}
        {shortcut && <kbd>{shortcut}</kbd>}
      </Tooltip>
    </TooltipTrigger>
  );
}
