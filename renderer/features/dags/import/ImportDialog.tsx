import './import.css';
import { useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useStore } from 'zustand';
import { useEngine } from '../../../client/engine-context.ts';
import { useBehindLogin } from '../../../components/behind-login.ts';
import { Button } from '../../../components/Button.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { useToasts } from '../../../components/toast-context.ts';
import { createImportStore } from './import-store.ts';
import { ImportPlan } from './ImportPlan.tsx';
import { ImportSource, noSource, textsOf } from './ImportSource.tsx';
import { texts } from './texts.ts';

/** Takes over definitions of other systems: which ones, what would become of them, and then the DAGs. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const engine = useEngine();
  const toasts = useToasts();
  const isBehindLogin = useBehindLogin();
  const [store] = useState(() => createImportStore(engine));
  const { plan, chosen, problem, isBusy, show, back, create } = useStore(store);
  const [source, setSource] = useState(noSource);
  const files = textsOf(source);

  const finish = async () => {
    const results = await create();
    if (results === undefined) return;
    const off = results.filter(({ suspended }) => suspended).length;
    const text = texts.created(results.length) + texts.schedulesOff(off);
    toasts.getState().tell({ text });
    onClose();
  };
  return (
    <ModalOverlay
      className="scrim"
      isOpen={!isBehindLogin}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={plan === undefined ? 'dialog dialog-import' : 'dialog dialog-compare'}>
        <Dialog className="dialog-body">
          <Heading slot="title">{texts.title}</Heading>
          {problem && <ErrorNote message={problem} />}
          {plan === undefined ? (
            <ImportSource source={source} onChange={setSource} />
          ) : (
            <ImportPlan store={store} />
          )}
          <div className="dialog-actions">
            <Button onPress={onClose}>{texts.cancel}</Button>
            {plan !== undefined && <Button onPress={back}>{texts.back}</Button>}
            {plan === undefined ? (
              <Button
                look="primary"
                isDisabled={isBusy || files.length === 0}
                onPress={() => void show(source.kind, files)}
              >
                {texts.show}
              </Button>
            ) : (
              <Button
                look="primary"
                isDisabled={isBusy || chosen.size === 0}
                onPress={() => void finish()}
              >
                {texts.create(chosen.size)}
              </Button>
            )}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
