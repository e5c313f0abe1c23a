import { useState } from 'react';
import type { SignatureForm } from '#contract/webhook.ts';
import { useEngine } from '../../../client/engine-context.ts';
import { AskDialog } from '../../../components/AskDialog.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { RadioList } from '../../../components/RadioList.tsx';
import { ShowOnceDialog } from '../../../components/ShowOnceDialog.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { useSubmit } from '../../../components/use-submit.ts';
import { secretLabels, signatureOptions } from './signature-options.ts';
import { texts as settings } from '../texts.ts';
import { texts } from './texts.ts';

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
  const ownLabel = secretLabels[signature];
  const isShort = secret !== '' && secret.length < 16;
  // Slack and Stripe make the secret: one of ours could not be entered there.
  const isMissing = ownLabel !== undefined && secret === '';
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
        title={texts.secretTitle(fileName)}
        what={texts.secretName}
        value={made}
        onClose={onClose}
      >
        <p>{texts.secretUsage}</p>
      </ShowOnceDialog>
    );
  }
  return (
    <AskDialog
      title={texts.title(fileName)}
      verb={settings.page.save}
      isBlocked={isSending || isShort || isMissing || (signature === 'none' && current === 'none')}
      onConfirm={() => void submit(save)}
      onClose={onClose}
    >
      <RadioList
        label={texts.label}
        value={signature}
        options={signatureOptions}
        onChange={setSignature}
      />
      {signature !== 'none' && (
        <TextField
          label={ownLabel ?? texts.secret}
          type="password"
          autoComplete="off"
          value={secret}
          error={isShort ? texts.tooShort : undefined}
          onChange={setTyped}
        />
      )}
      {signature !== 'none' && current !== 'none' && <p className="small">{texts.replaces}</p>}
      {problem && <ErrorNote message={problem} />}
    </AskDialog>
  );
}
