import './frame.css';
import { useEffect, useState } from 'react';
import { useStore, type StoreApi } from 'zustand';
import { visibleText } from '#contract/visible-text.ts';
import type { EngineConnection } from '../client/engine-connection.ts';
import { EngineProvider } from '../client/engine-context.ts';
import { NavigationProvider } from '../components/navigation-context.ts';
import { focusPageIfLost } from '../components/page-focus.ts';
import { ThemeProvider } from '../components/theme-context.ts';
import { ToastProvider } from '../components/toast-context.ts';
import { ToastList } from '../components/ToastList.tsx';
import { LoginPage } from '../features/login/LoginPage.tsx';
import type { Navigation } from '../lib/navigation.ts';
import { paths } from '../lib/paths.ts';
import { rememberChoice } from '../lib/recent.ts';
import type { ThemeState } from '../lib/theme.ts';
import { createToasts } from '../lib/toasts.ts';
import { Frame } from './Frame.tsx';
import { matchRoute } from './routes.tsx';
import { texts } from './texts.ts';

interface AppProps {
  readonly connection: EngineConnection;
  readonly navigation: Navigation;
  readonly theme: StoreApi<ThemeState>;
}

/** The frame with the view of the address; or the login, while the engine asks who one is. */
export function App({ connection, navigation, theme }: AppProps) {
  const { session, nodes } = connection;
  // Above the frame: what was put off goes on behind a login, and in the name of the next view.
  const [toasts] = useState(createToasts);
  const { phase, user, wasOpen } = useStore(session.state);
  const location = useStore(navigation.location);
  const { title, choice } = matchRoute(location);
  const isOpen = phase === 'open';

  useEffect(() => {
    document.title = visibleText(texts.windowTitle(isOpen ? title : texts.titles.logIn));
  }, [isOpen, title]);
  // The palette has first what was opened last, by whichever way.
  useEffect(() => {
    if (isOpen && choice !== undefined) rememberChoice(choice);
  }, [isOpen, choice]);
  useEffect(() => {
    if (isOpen) void nodes.load();
  }, [isOpen, nodes]);
  // The field that had the focus goes with the login.
  useEffect(() => (phase === 'needed' ? focusPageIfLost : undefined), [phase]);
  useEffect(() => {
    // Whoever comes here without need is shown the first view.
    const isLogin = [paths.login(), paths.loginCallback()].includes(location.path);
    if (isOpen && isLogin) navigation.go(paths.home(), { replace: true });
  }, [isOpen, location.path, navigation]);

  return (
    <EngineProvider value={connection}>
      <NavigationProvider value={navigation}>
        <ThemeProvider value={theme}>
          {/* Behind a login that has become necessary the views stay, with what was typed into them. */}
          <ToastProvider value={toasts}>
            {(phase !== 'needed' || wasOpen) && (
              <Frame key={user?.id ?? 'owner'} isHidden={phase === 'needed'} />
            )}
            {phase === 'needed' && <LoginPage />}
            <ToastList store={toasts} />
          </ToastProvider>
        </ThemeProvider>
      </NavigationProvider>
    </EngineProvider>
  );
}
