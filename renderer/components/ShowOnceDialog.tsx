import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { ReactNode } from 'react';
import { useBehindLogin } from './behind-login.ts';
import { Button } from './Button.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { Icon } from './Icon.tsx';

interface ShowOnceDialogProps {
  readonly title: string;
  /** What the value is called: `API key`, `Token`. */
  readonly what: string;
  readonly value: string;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** A secret that the engine has told and does not know any more. A click beside it closes nothing. */
export function ShowOnceDialog({ title, what, value, children, onClose }: ShowOnceDialogProps) {
  const isBehindLogin = useBehindLogin();
  return (
    <ModalOverlay
      className="scrim"
      isOpen={!isBehindLogin}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className="dialog dialog-wide">
        <Dialog className="dialog-body">
          <Heading slot="title">{title}</Heading>
          <CodeBlock label={what} text={value} wraps />
          <p className="row once">
            <Icon name="warning" className="tone-warning" />
            <span>Copy it now. Once this is closed it cannot be shown again.</span>
          </p>
          {children}
          <div className="dialog-actions">
            <Button look="primary" autoFocus onPress={onClose}>
              Close
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
