import { useEffect, useState } from 'react';
import { newPassword as passwordRule } from '#contract/auth.ts';
import { useEngine } from '../client/engine-context.ts';
import { AskDialog } from '../components/AskDialog.tsx';
import { ErrorNote } from '../components/ErrorNote.tsx';
import { focusPageIfLost } from '../components/page-focus.ts';
import { TextField } from '../components/TextField.tsx';
import { useToasts } from '../components/toast-context.ts';
import { useSubmit } from '../components/use-submit.ts';
import { formatRule } from '../lib/format-rule.ts';
import { texts } from './texts.ts';

/** Asks for the present password and a new one. */
export function ChangePasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const engine = useEngine();
  const toasts = useToasts();
  const { problem, isSending, submit } = useSubmit();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  // The palette, which may have opened it, is no place to come back to.
  useEffect(() => focusPageIfLost, []);
  const wrong = formatRule(passwordRule, newPassword, texts.password.subject);
  const change = async () => {
    const given = { currentPassword, newPassword };
    const { token } = await engine.call('auth.changePassword', given);
    engine.session.renew(token);
    toasts.getState().tell({ text: texts.password.changed });
    onClose();
  };
  return (
    <AskDialog
      title={texts.password.title}
      verb={texts.password.confirm}
      isBlocked={isSending || currentPassword === '' || wrong !== undefined}
      onConfirm={() => void submit(change)}
      onClose={onClose}
    >
      <TextField
        label={texts.password.current}
        type="password"
        value={currentPassword}
        autoFocus
        autoComplete="current-password"
        onChange={setCurrent}
      />
      <TextField
        label={texts.password.next}
        type="password"
        value={newPassword}
        autoComplete="new-password"
        error={newPassword === '' ? undefined : wrong}
        onChange={setNew}
      />
      <p className="small">{texts.password.note}</p>
      {problem && <ErrorNote message={problem} />}
    </AskDialog>
  );
}
