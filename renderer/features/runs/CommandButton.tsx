import { useId } from 'react';
import { Button } from '../../components/Button.tsx';
import type { Command } from '../../components/CommandMenu.tsx';

interface CommandButtonProps {
  readonly command: Command;
  readonly size?: 'normal' | 'small';
  /** Its icon is drawn too. */
  readonly hasIcon?: boolean;
}

/** A command as a button. What it does, or why it is disabled, is shown by the pointer and read aloud. */
export function CommandButton({ command, size = 'normal', hasIcon = false }: CommandButtonProps) {
  const { label, detail, icon, isDisabled = false, run } = command;
  const detailId = useId();
  return (
    // A disabled button gets no pointer, so that its title would not be shown.
    <span title={detail}>
      <Button
        {...(hasIcon && icon ? { icon } : {})}
        size={size}
        isDisabled={isDisabled}
        {...(detail === undefined ? {} : { 'aria-describedby': detailId })}
        onPress={run}
      >
        {label}
      </Button>
      {detail !== undefined && (
        <span id={detailId} hidden>
          {detail}
        </span>
      )}
    </span>
  );
}
