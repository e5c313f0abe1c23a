import { useState } from 'react';
import { newPassword, username as usernameRule, type Role, type User } from '#contract/auth.ts';
import { useEngine } from '../../client/engine-context.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { RadioList } from '../../components/RadioList.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useSubmit } from '../../components/use-submit.ts';
import { formatRule } from '../../lib/format-rule.ts';
import { relativeTime } from '../../lib/format-time.ts';
import { roleOptions } from './role-options.ts';
import { texts } from './texts.ts';

export type UserDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'password' | 'delete'; readonly user: User };

interface UserDialogsProps {
  readonly dialog: UserDialog;
  readonly now: number;
  /** Something has changed. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Making, changing and deleting an account, which all ask. What is refused is said in the dialog, which stays. */
export function UserDialogs({ dialog, now, onDone, onClose }: UserDialogsProps) {
  const { problem, isSending, submit } = useSubmit();
  const send = (work: () => Promise<unknown>) =>
    void submit(async () => {
      await work();
      onDone();
      onClose();
    });
  const shared = { problem, isSending, send, onClose };
  if (dialog.kind === 'create') return <CreateUser {...shared} />;
  const { user } = dialog;
  if (dialog.kind === 'edit') return <EditUser {...shared} user={user} />;
  if (dialog.kind === 'password') return <ResetPassword {...shared} user={user} />;
  return <DeleteUser {...shared} user={user} now={now} />;
}

interface Shared {
  readonly problem: string | undefined;
  readonly isSending: boolean;
  readonly send: (work: () => Promise<unknown>) => void;
  readonly onClose: () => void;
}

function CreateUser({ problem, isSending, send, onClose }: Shared) {
  const engine = useEngine();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const wrong = {
    name: formatRule(usernameRule, username, texts.users.usernameSubject),
    password: formatRule(newPassword, password, texts.users.passwordSubject),
  };
  return (
    <AskDialog
      title={texts.users.new}
      verb={texts.users.create}
      isBlocked={isSending || wrong.name !== undefined || wrong.password !== undefined}
      onConfirm={() => send(() => engine.call('users.create', { username, password, role }))}
      onClose={onClose}
    >
      <TextField
        label={texts.users.username}
        value={username}
        autoFocus
        autoComplete="off"
        error={username === '' ? undefined : wrong.name}
        onChange={setUsername}
      />
      <TextField
        label={texts.users.initialPassword}
        type="password"
        value={password}
        autoComplete="new-password"
        error={password === '' ? undefined : wrong.password}
        onChange={setPassword}
      />
      <RadioList label={texts.roles.label} value={role} options={roleOptions} onChange={setRole} />
      {problem && <ErrorNote message={problem} />}
    </AskDialog>
  );
}

function EditUser({ user, problem, isSending, send, onClose }: Shared & { readonly user: User }) {
  const engine = useEngine();
  const [username, setUsername] = useState(user.username);
  const [role, setRole] = useState<Role>(user.role);
  const wrong = formatRule(usernameRule, username, texts.users.usernameSubject);
  const isSame = username === user.username && role === user.role;
  const changes = {
    userId: user.id,
    ...(username === user.username ? {} : { username }),
    ...(role === user.role ? {} : { role }),
  };
  return (
    <AskDialog
      title={texts.users.editTitle(user.username)}
      verb={texts.page.save}
      isBlocked={isSending || isSame || wrong !== undefined}
      onConfirm={() => send(() => engine.call('users.update', changes))}
      onClose={onClose}
    >
      <TextField
        label={texts.users.username}
        value={username}
        autoFocus
        error={wrong}
        onChange={setUsername}
      />
      <RadioList label={texts.roles.label} value={role} options={roleOptions} onChange={setRole} />
      {problem && <ErrorNote message={problem} />}
    </AskDialog>
  );
}

function ResetPassword(props: Shared & { readonly user: User }) {
  const { user, problem, isSending, send, onClose } = props;
  const engine = useEngine();
  const [password, setPassword] = useState('');
  const wrong = formatRule(newPassword, password, texts.users.passwordSubject);
  const reset = () =>
    engine.call('users.resetPassword', { userId: user.id, newPassword: password });
  return (
    <AskDialog
      title={texts.users.passwordTitle(user.username)}
      verb={texts.users.confirmPassword}
      isBlocked={isSending || wrong !== undefined}
      onConfirm={() => send(reset)}
      onClose={onClose}
    >
      <TextField
        label={texts.users.newPassword}
        type="password"
        value={password}
        autoFocus
        autoComplete="new-password"
        error={password === '' ? undefined : wrong}
        onChange={setPassword}
      />
      <p className="small">{texts.users.passwordNote(user.username)}</p>
      {problem && <ErrorNote message={problem} />}
    </AskDialog>
  );
}

interface DeleteUserProps extends Shared {
  readonly user: User;
  readonly now: number;
}

function DeleteUser({ user, now, problem, isSending, send, onClose }: DeleteUserProps) {
  const engine = useEngine();
  const when = relativeTime(user.lastLoginAt, now);
  const login = when === '' ? texts.users.neverLoggedIn : texts.users.loggedIn(when);
  return (
    <AskDialog
      title={texts.users.deleteTitle(user.username)}
      verb={texts.users.confirmDelete}
      isDanger
      isBlocked={isSending}
      onConfirm={() => send(() => engine.call('users.delete', { userId: user.id }))}
      onClose={onClose}
    >
      <p>{texts.users.deleteBody(user.username, user.role, login)}</p>
      {problem && <ErrorNote message={problem} />}
    </AskDialog>
  );
}
