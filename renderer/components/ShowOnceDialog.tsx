import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { ReactNode } from 'react';
import { useBehindLogin } from './behind-login.ts';
import { Button } from './Button.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { Icon } from './Icon.tsx';
import { focusPageIfLost } from './page-focus.ts';
import { texts } from './texts.ts';

interface ShowOnceDialogProps {
  readonly title: string;
  /** What the value is called: `API key`, `token`. */
  readonly what: string;
  readonly value: string;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/**
 * A secret that the engine has told and does not know any more. A click beside it closes nothing, and one Enter too many
 * copies it.
 */
export function ShowOnceDialog({ title, what, value, children, onClose }: ShowOnceDialogProps) {
  const isBehindLogin = useBehindLogin();
  const close = () => {
    onClose();
    // What asked for the secret is a dialog that has closed before.
    focusPageIfLost();
  };
  return (
    <ModalOverlay
      className="scrim"
      isOpen={!isBehindLogin}
      onOpenChange={(open) => !open && close()}
    >
      <Modal className="dialog dialog-wide">
        <Dialog className="dialog-body">
          <Heading slot="title">{title}</Heading>
          <CodeBlock label={what} text={value} wraps autoFocus />
          <p className="row once">
            <Icon name="warning" className="tone-warning" />
            <span>{texts.showOnce}</span>
          </p>
          {children}
          <div className="dialog-actions">
            <Button look="primary" onPress={close}>
              {texts.close}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
