import './kept-dialog.css';
import { useEffect, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useStore } from 'zustand';
import type { KeptCopy } from '#contract/sync.ts';
import { useEngine } from '../../../client/engine-context.ts';
import { useRefusal } from '../../../client/use-refusal.ts';
import { useBehindLogin } from '../../../components/behind-login.ts';
import { Button } from '../../../components/Button.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { RadioList } from '../../../components/RadioList.tsx';
import { useNow } from '../../../components/use-now.ts';
import { formatSize } from '../../../lib/format-size.ts';
import { pastTime } from '../../../lib/format-time.ts';
import { createKeptStore } from './kept-store.ts';
import { KeptText } from './KeptText.tsx';
import { texts } from './texts.ts';

interface KeptDialogProps {
  readonly isReadOnly: boolean;
  readonly onRestored: (filePath: string) => void;
  readonly onClose: () => void;
}

/** What Git Sync has replaced or removed: each with its text, what differs from today's, and the way back. */
export function KeptDialog({ isReadOnly, onRestored, onClose }: KeptDialogProps) {
  const engine = useEngine();
  const isBehindLogin = useBehindLogin();
  const [store] = useState(() => createKeptStore(engine));
  useEffect(() => void store.getState().load(), [store]);
  const { phase, message, problem, copies, shown, isRestoring, load, show, restore } =
    useStore(store);
  const refusal = useRefusal()('sync.restore');
  const isOff = isReadOnly || refusal !== undefined || isRestoring;
  return (
    <ModalOverlay
      className="scrim"
      isOpen={!isBehindLogin}
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className="dialog dialog-compare">
        <Dialog className="dialog-body">
          <Heading slot="title">{texts.title}</Heading>
          <p className="secondary small">{texts.lead}</p>
          {phase === 'failed' && <ErrorNote message={message} onRetry={() => void load()} />}
          {problem && <ErrorNote message={problem} />}
          {copies?.length === 0 && <p>{texts.none}</p>}
          {copies !== undefined && copies.length > 0 && (
            <div className="kept">
              <KeptList
                copies={copies}
                chosen={shown?.keptId ?? ''}
                onChoose={(keptId) => void show(keptId)}
              />
              {shown && <KeptText key={shown.keptId} copy={shown} />}
            </div>
          )}
          <div className="dialog-actions">
            <Button onPress={onClose}>{texts.close}</Button>
            <span title={refusal}>
              <Button
                look="primary"
                isDisabled={isOff || shown === undefined || shown.content === shown.localContent}
                onPress={() =>
                  void restore().then((done) => done && onRestored(shown?.filePath ?? ''))
                }
              >
                {texts.restore}
              </Button>
            </span>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface KeptListProps {
  readonly copies: readonly KeptCopy[];
  readonly chosen: string;
  readonly onChoose: (keptId: string) => void;
}

function KeptList({ copies, chosen, onChoose }: KeptListProps) {
  const now = useNow(60_000);
  return (
    <div className="kept-list">
      <RadioList
        label={texts.list}
        value={chosen}
        options={copies.map(({ keptId, filePath, keptAt, reason, bytes }) => ({
          value: keptId,
          label: filePath,
          detail: texts.detail(texts.reasons[reason], pastTime(keptAt, now), formatSize(bytes)),
        }))}
        onChange={onChoose}
      />
    </div>
  );
}
