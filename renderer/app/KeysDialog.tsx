import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useStore } from 'zustand';
import { useBehindLogin } from '../components/behind-login.ts';
import { Button } from '../components/Button.tsx';
import type { ShortcutList } from '../components/use-shortcuts.ts';
import { formatShortcut } from '../lib/shortcut.ts';
import { texts } from './texts.ts';

interface KeysDialogProps {
  readonly list: ShortcutList;
  readonly onClose: () => void;
}

/** The keys of the view on show, as they are bound. */
export function KeysDialog({ list, onClose }: KeysDialogProps) {
  const isBehindLogin = useBehindLogin();
  const bound = useStore(list);
  return (
    <ModalOverlay
      className="scrim"
      isOpen={!isBehindLogin}
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className="dialog">
        <Dialog className="dialog-body">
          <Heading slot="title">{texts.keys.title}</Heading>
          {withoutRepeats(bound).map(([part, shortcuts]) => (
            <dl key={part} className="keys">
              {shortcuts.map(([key, { label }]) => (
                <div key={key} className="row">
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          ))}
          <dl className="keys">
            <div className="row">
              <dt>
                <kbd>{formatShortcut('K')}</kbd>
              </dt>
              <dd>{texts.palette.label}</dd>
            </div>
          </dl>
          <div className="dialog-actions">
            <Button autoFocus onPress={onClose}>
              {texts.keys.close}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What several lists of a view have in common is said once. */
function withoutRepeats(bound: ReturnType<ShortcutList['getState']>) {
  const said = new Set<string>();
  const isNews = ([key, { label }]: readonly [string, { readonly label: string }]) => {
    const words = `${key} ${label}`;
    return !said.has(words) && said.add(words);
  };
  return Object.entries(bound).flatMap(([part, shortcuts]) => {
    const news = Object.entries(shortcuts).filter(isNews);
    return news.length === 0 ? [] : [[part, news] as const];
  });
}
