import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useBehindLogin } from './behind-login.ts';
import { Button } from './Button.tsx';
import { texts } from './texts.ts';

interface AskDialogProps {
  readonly title: string;
  readonly verb: string;
  readonly isDanger?: boolean;
  readonly isBlocked?: boolean;
  readonly children?: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * Asks before something is lost or made. The title names it, the button is the verb. Where something is lost Cancel has the
 * focus, so that Enter alone loses nothing.
 */
export function AskDialog(props: AskDialogProps) {
  const { title, verb, isDanger, isBlocked, children, onConfirm, onClose } = props;
  const isBehindLogin = useBehindLogin();
  return (
    <ModalOverlay
      className="scrim"
      isOpen={!isBehindLogin}
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className="dialog">
        <Dialog role={isDanger ? 'alertdialog' : 'dialog'}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (!isBlocked) onConfirm();
            }}
          >
            <Heading slot="title">{title}</Heading>
            {children}
            <div className="dialog-actions">
              <Button autoFocus={isDanger ?? false} onPress={onClose}>
                {texts.cancel}
              </Button>
              <Button
                type="submit"
                look={isDanger ? 'danger' : 'primary'}
                isDisabled={isBlocked ?? false}
              >
                {verb}
              </Button>
            </div>
          </form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
