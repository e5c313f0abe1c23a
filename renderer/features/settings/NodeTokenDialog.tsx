import { useState } from 'react';
import type { RemoteNodeInfo } from '#contract/node.ts';
import { useEngine } from '../../client/engine-context.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useSubmit } from '../../components/use-submit.ts';
import { texts } from './texts.ts';

interface NodeTokenDialogProps {
  readonly node: RemoteNodeInfo;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Takes the token or password of a node, which goes to the keychain and is never shown again. */
export function NodeTokenDialog({ node, onDone, onClose }: NodeTokenDialogProps) {
  const { name, authType } = node;
  const engine = useEngine();
  const { problem, isSending, submit } = useSubmit();
  const [token, setToken] = useState('');
  const save = async () => {
    await engine.call('nodes.setToken', { name, token });
    onDone();
    onClose();
  };
  return (
    <AskDialog
      title={texts.nodes.tokenTitle(name)}
      verb={texts.nodes.saveToken}
      isBlocked={isSending || token === ''}
      onConfirm={() => void submit(save)}
      onClose={onClose}
    >
      <TextField
        label={texts.nodes.tokenLabels[authType]}
        help={texts.nodes.tokenHelp}
        type="password"
        autoComplete="off"
        value={token}
        autoFocus
        onChange={setToken}
      />
      {problem && <ErrorNote message={problem} />}
    </AskDialog>
  );
}
