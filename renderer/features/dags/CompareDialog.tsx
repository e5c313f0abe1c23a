import { useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useBehindLogin } from '../../components/behind-login.ts';
import { Button } from '../../components/Button.tsx';
import { MergeEditor } from '../../components/editor/MergeEditor.tsx';
import { WhatChanges } from './changes/WhatChanges.tsx';
import { texts } from './texts.ts';

interface CompareDialogProps {
  readonly fileName: string;
  readonly theirs: string;
  readonly theirsLabel: string;
  readonly mine: string;
  /** Takes what stands at the right. */
  readonly onSave: (text: string) => void;
  /** What it is called to take what stands at the left. */
  readonly giveUp: string;
  readonly onGiveUp: () => void;
  readonly onClose: () => void;
}

/** What somebody else has written beside what was typed here, to decide what to keep. */
export function CompareDialog(props: CompareDialogProps) {
  const { fileName, theirs, theirsLabel, mine, giveUp, onSave, onGiveUp, onClose } = props;
  const [text, setText] = useState(mine);
  const isBehindLogin = useBehindLogin();
  return (
    <ModalOverlay
      className="scrim"
      isOpen={!isBehindLogin}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className="dialog dialog-compare">
        <Dialog className="dialog-body">
          <Heading slot="title">{texts.compare.title(fileName)}</Heading>
          <WhatChanges fileName={fileName} before={theirs} after={text} />
          <div className="merge-heads small strong" aria-hidden="true">
            <span>{theirsLabel}</span>
            <span>{texts.compare.mine}</span>
          </div>
          <MergeEditor
            theirs={theirs}
            mine={mine}
            labels={{ theirs: theirsLabel, mine: texts.compare.mine }}
            onChange={setText}
          />
          <p className="small secondary">{texts.compare.note}</p>
          <div className="dialog-actions">
            <Button onPress={onClose}>{texts.compare.cancel}</Button>
            <Button onPress={onGiveUp}>{giveUp}</Button>
            <Button look="primary" onPress={() => onSave(text)}>
              {texts.save.save}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
