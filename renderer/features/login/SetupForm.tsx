import { useState } from 'react';
import { newPassword, username as usernameRule } from '#contract/auth.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import { ruleWords } from '../../lib/rule-words.ts';

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
    username: ruleWords(usernameRule, username, 'The name'),
    password: ruleWords(newPassword, password, 'The password'),
    again: again === password ? undefined : 'This is not the same password.',
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
      <p className="secondary">
        Nobody has an account on this engine yet. This one may do everything, and makes the others
        in the settings.
      </p>
      <TextField
        label="Name"
        value={username}
        autoFocus
        autoComplete="username"
        error={wasTried ? problems.username : undefined}
        onChange={setUsername}
      />
      <TextField
        label="Password"
        type="password"
        value={password}
        autoComplete="new-password"
        error={wasTried ? problems.password : undefined}
        onChange={setPassword}
      />
      <TextField
        label="Password again"
        type="password"
        value={again}
        autoComplete="new-password"
        error={wasTried ? problems.again : undefined}
        onChange={setAgain}
      />
      <Button type="submit" look="primary" isDisabled={isSending}>
        {isSending ? 'Making the account…' : 'Make administrator'}
      </Button>
    </form>
  );
}
