import { useEffect, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useStore } from 'zustand';
import { useEngine } from '../../client/engine-context.ts';
import { useBehindLogin } from '../../components/behind-login.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { ConnectionChecks } from './ConnectionChecks.tsx';
import { ConnectionFields } from './ConnectionFields.tsx';
import { createConnectionStore } from './connection-store.ts';
import { texts } from './texts.ts';

/** Connects a repository: what it needs, and a test of each part of the way there. */
export function ConnectionDialog({ onClose }: { readonly onClose: () => void }) {
  const engine = useEngine();
  const isBehindLogin = useBehindLogin();
  const [store] = useState(() => createConnectionStore(engine));
  useEffect(() => void store.getState().load(), [store]);
  const { config, form, test, isBusy, problem, edit, save, turnOff } = useStore(store);
  const isComplete = form.repository.trim() !== '' && form.branch.trim() !== '';
  return (
    <ModalOverlay
      className="scrim"
      isOpen={!isBehindLogin}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className="dialog dialog-wide connection-dialog">
        <Dialog>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (isComplete && !isBusy) void save();
            }}
          >
            <Heading slot="title">{texts.connection.title}</Heading>
            {problem && <ErrorNote message={problem} />}
            <ConnectionFields form={form} config={config} onEdit={edit} />
            {config?.warning && <p className="small">{config.warning}</p>}
            {test && <ConnectionChecks test={test} />}
            <div className="dialog-actions">
              {config?.enabled === true && (
                <Button
                  look="quiet"
                  isPending={isBusy}
                  onPress={() => void turnOff().then((isOff) => isOff && onClose())}
                >
                  {texts.connection.turnOff}
                </Button>
              )}
              <span className="grow" />
              <Button onPress={onClose}>
                {test?.success === true ? texts.connection.done : texts.connection.cancel}
              </Button>
              <Button
                type="submit"
                look="primary"
                isDisabled={!isComplete}
                // Not disabled: the focus would leave the dialog, and Escape would no longer close it.
                isPending={isBusy}
              >
                {isBusy ? texts.connection.testing : texts.connection.save}
              </Button>
            </div>
          </form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
