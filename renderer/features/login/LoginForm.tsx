import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import { texts } from './texts.ts';

interface LoginFormProps {
  readonly isSending: boolean;
  readonly onSend: (username: string, password: string) => void;
  /** Goes to the identity provider; absent where there is none. */
  readonly onProvider: (() => void) | undefined;
}

/** User name and password, and the ways to log in elsewhere. */
export function LoginForm({ isSending, onSend, onProvider }: LoginFormProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const isComplete = username !== '' && password !== '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !isSending) onSend(username, password);
      }}
    >
      <TextField
        label={texts.username}
        value={username}
        autoFocus
        autoComplete="username"
        onChange={setUsername}
      />
      <TextField
        label={texts.password}
        type="password"
        value={password}
        autoComplete="current-password"
        onChange={setPassword}
      />
      <Button type="submit" look="primary" isDisabled={!isComplete || isSending}>
        {isSending ? texts.loggingIn : texts.logIn}
      </Button>
      {onProvider && (
        <Button isDisabled={isSending} onPress={onProvider}>
          {texts.withProvider}
        </Button>
      )}
    </form>
  );
}
