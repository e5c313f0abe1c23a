import { useState } from 'react';
import { newPassword, username as usernameRule } from '#contract/auth.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import { formatRule } from '../../lib/format-rule.ts';
import { texts } from './texts.ts';

interface SetupFormProps {
  readonly isSending: boolean;
  readonly onSend: (username: string, password: string) => void;
}

/** The first start with accounts: whoever is here first makes the account that makes all others. */
export function SetupForm({ isSending, onSend }: SetupFormProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [wasTried, setTried] = useState(false);
  const problems = {
    username: formatRule(usernameRule, username, texts.setup.usernameSubject),
    password: formatRule(newPassword, password, texts.setup.passwordSubject),
    again: again === password ? undefined : texts.setup.mismatch,
  };
  const isRight = Object.values(problems).every((problem) => problem === undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isRight && !isSending) onSend(username, password);
      }}
    >
      <p className="secondary">{texts.setup.note}</p>
      <TextField
        label={texts.username}
        value={username}
        autoFocus
        autoComplete="username"
        error={wasTried ? problems.username : undefined}
        onChange={setUsername}
      />
      <TextField
        label={texts.password}
        type="password"
        value={password}
        autoComplete="new-password"
        error={wasTried ? problems.password : undefined}
        onChange={setPassword}
      />
      <TextField
        label={texts.setup.confirmPassword}
        type="password"
        value={again}
        autoComplete="new-password"
        error={wasTried ? problems.again : undefined}
        onChange={setAgain}
      />
      <Button type="submit" look="primary" isDisabled={isSending}>
        {isSending ? texts.setup.creating : texts.setup.create}
      </Button>
    </form>
  );
}
