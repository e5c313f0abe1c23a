import { Button } from './Button.tsx';
import { focusPageIfLost } from './page-focus.ts';
import { texts } from './texts.ts';

interface DismissButtonProps {
  readonly onDismiss: () => void;
}

/** Takes away the note that it is part of, and leaves the focus on the page. */
export function DismissButton({ onDismiss }: DismissButtonProps) {
  const dismiss = () => {
    onDismiss();
    focusPageIfLost();
  };
  return (
    <Button size="small" look="quiet" onPress={dismiss}>
      {texts.dismiss}
    </Button>
  );
}
