import { useState } from 'react';
import { newPassword, username as usernameRule, type Role, type User } from '#contract/auth.ts';
import { useEngine } from '../../client/engine-context.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { RadioList } from '../../components/RadioList.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useSubmit } from '../../components/use-submit.ts';
import { ruleWords } from '../../lib/rule-words.ts';
import { relativeTime } from '../../lib/time-words.ts';
import { roleOptions } from './role-options.ts';

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
    name: ruleWords(usernameRule, username, 'The name'),
    password: ruleWords(newPassword, password, 'The password'),
  };
  return (
    <AskDialog
      title="New user"
      verb="Create user"
      isBlocked={isSending || wrong.name !== undefined || wrong.password !== undefined}
      onConfirm={() => send(() => engine.call('users.create', { username, password, role }))}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={username}
        autoFocus
        autoComplete="off"
        error={username === '' ? undefined : wrong.name}
        onChange={setUsername}
      />
      <TextField
        label="Password, at least 8 characters"
        type="password"
        value={password}
        autoComplete="new-password"
        error={password === '' ? undefined : wrong.password}
        onChange={setPassword}
      />
      <RadioList label="Role" value={role} options={roleOptions} onChange={setRole} />
      {problem && <ErrorNote message={problem} />}
    </AskDialog>
  );
}

function EditUser({ user, problem, isSending, send, onClose }: Shared & { readonly user: User }) {
  const engine = useEngine();
  const [username, setUsername] = useState(user.username);
  const [role, setRole] = useState<Role>(user.role);
  const wrong = ruleWords(usernameRule, username, 'The name');
  const isSame = username === user.username && role === user.role;
  const changes = {
    userId: user.id,
    ...(username === user.username ? {} : { username }),
    ...(role === user.role ? {} : { role }),
  };
  return (
    <AskDialog
      title={`Edit ${user.username}`}
      verb="Save"
      isBlocked={isSending || isSame || wrong !== undefined}
      onConfirm={() => send(() => engine.call('users.update', changes))}
      onClose={onClose}
    >
      <TextField label="Name" value={username} autoFocus error={wrong} onChange={setUsername} />
      <RadioList label="Role" value={role} options={roleOptions} onChange={setRole} />
      {problem && <ErrorNote message={problem} />}
    </AskDialog>
  );
}

function ResetPassword(props: Shared & { readonly user: User }) {
  const { user, problem, isSending, send, onClose } = props;
  const engine = useEngine();
  const [password, setPassword] = useState('');
  const wrong = ruleWords(newPassword, password, 'The password');
  const reset = () =>
    engine.call('users.resetPassword', { userId: user.id, newPassword: password });
  return (
    <AskDialog
      title={`New password for ${user.username}`}
      verb="Set password"
      isBlocked={isSending || wrong !== undefined}
      onConfirm={() => send(reset)}
      onClose={onClose}
    >
      <TextField
        label="New password, at least 8 characters"
        type="password"
        value={password}
        autoFocus
        autoComplete="new-password"
        error={password === '' ? undefined : wrong}
        onChange={setPassword}
      />
      <p className="small">
        {user.username} is logged out everywhere and has to log in with this password.
      </p>
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
  const login = relativeTime(user.lastLoginAt, now);
  return (
    <AskDialog
      title={`Delete the user ${user.username}`}
      verb="Delete user"
      keep="Keep it"
      isDanger
      isBlocked={isSending}
      onConfirm={() => send(() => engine.call('users.delete', { userId: user.id }))}
      onClose={onClose}
    >
      <p>
        {user.username} is {withArticle(user.role)} and{' '}
        {login ? `logged in ${login}` : 'never logged in'}. The sessions and the API keys of this
        account end at once; what it did stays in the audit log. To keep the keys for later, disable
        the account instead.
      </p>
      {problem && <ErrorNote message={problem} />}
    </AskDialog>
  );
}

function withArticle(role: Role): string {
  return role === 'admin' || role === 'operator' ? `an ${role}` : `a ${role}`;
}
