import './login.css';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useEngine } from '../../client/engine-context.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useLocation, useNavigation } from '../../components/navigation-context.ts';
import { paths } from '../../lib/paths.ts';
import { createLoginStore } from './login-store.ts';
import { LoginForm } from './LoginForm.tsx';
import { SetupForm } from './SetupForm.tsx';
import { texts } from './texts.ts';

/** Stands in place of every view until somebody has logged in; the address stays, and shows its view then. */
export function LoginPage() {
  const engine = useEngine();
  const navigation = useNavigation();
  const { path, search } = useLocation();
  const [store] = useState(() => createLoginStore(engine, window));
  const { needsSetup, oidc, wasOpen } = useStore(engine.session.state);
  const { isSending, problem, leave, logIn, setUp, comeBack } = useStore(store);
  const isReturning = path === paths.loginCallback();
  const wasTaken = useRef(false);

  useEffect(() => {
    if (!isReturning || wasTaken.current) return;
    wasTaken.current = true;
    // The code has done its service, whatever came of it, and leaves the address.
    void comeBack(search).then((place) => navigation.go(place, { replace: true }));
  }, [isReturning, comeBack, search, navigation]);

  const here = isReturning || path === paths.login() ? paths.home() : path + search;
  return (
    <main className="login">
      <div className="login-box">
        <p className="login-mark">
          <Icon name="mark" />
          {texts.appName}
        </p>
        <h1 className="title">{needsSetup ? texts.setup.title : texts.title}</h1>
        {wasOpen && !needsSetup && <p className="secondary">{texts.sessionEnded}</p>}
        {problem && <ErrorNote message={problem} />}
        {isReturning && isSending ? (
          <p className="secondary" role="status">
            {texts.loggingIn}
          </p>
        ) : needsSetup ? (
          <SetupForm isSending={isSending} onSend={(name, word) => void setUp(name, word)} />
        ) : (
          <LoginForm
            isSending={isSending}
            onSend={(name, word) => void logIn(name, word)}
            onProvider={oidc ? () => void leave(here) : undefined}
          />
        )}
      </div>
    </main>
  );
}
