import { useState } from 'react';
import type { SignatureForm } from '#contract/webhook.ts';
import { useEngine } from '../../client/engine-context.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { RadioList } from '../../components/RadioList.tsx';
import { ShowOnceDialog } from '../../components/ShowOnceDialog.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useSubmit } from '../../components/use-submit.ts';
import { signatureOptions } from './signature-options.ts';

interface SignatureDialogProps {
  readonly fileName: string;
  readonly current: SignatureForm;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Chooses how requests are signed. A secret that the engine made is shown once. */
export function SignatureDialog({ fileName, current, onDone, onClose }: SignatureDialogProps) {
  const engine = useEngine();
  const { problem, isSending, submit } = useSubmit();
  const [signature, setSignature] = useState<SignatureForm>(current);
  const [typed, setTyped] = useState('');
  const [made, setMade] = useState<string>();
  const secret = signature === 'none' ? '' : typed;
  const isShort = secret !== '' && secret.length < 16;
  const save = async () => {
    const given = { fileName, signature, ...(secret === '' ? {} : { secret }) };
    const answer = await engine.call('webhooks.setSignature', given);
    onDone();
    if (answer.secret === '' || secret !== '') onClose();
    else setMade(answer.secret);
  };
  if (made !== undefined) {
    return (
      <ShowOnceDialog
        title={`Signing secret of ${fileName}`}
        what="Secret"
        value={made}
        onClose={onClose}
      >
        <p>Give it to the sender. Requests without its signature are refused from now on.</p>
      </ShowOnceDialog>
    );
  }
  return (
    <AskDialog
      title={`Signature of requests to ${fileName}`}
      verb="Save"
      isBlocked={isSending || isShort || (signature === 'none' && current === 'none')}
      onConfirm={() => void submit(save)}
      onClose={onClose}
    >
      <RadioList
        label="Signature"
        value={signature}
        options={signatureOptions}
        onChange={setSignature}
      />
      {signature !== 'none' && (
        <TextField
          label="Secret, if the sender has one; else one is made"
          type="password"
          autoComplete="off"
          value={secret}
          error={isShort ? 'The secret has at least 16 characters.' : undefined}
          onChange={setTyped}
        />
      )}
      {signature !== 'none' && current !== 'none' && (
        <p className="small">The secret that is in use now is replaced.</p>
      )}
      {problem && <ErrorNote message={problem} />}
    </AskDialog>
  );
}
