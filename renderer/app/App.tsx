import './frame.css';
import { useEffect, useState } from 'react';
import { useStore, type StoreApi } from 'zustand';
import type { EngineConnection } from '../client/engine-connection.ts';
import { EngineProvider } from '../client/engine-context.ts';
import { NavigationProvider } from '../components/navigation-context.ts';
import { createPageCommands, PageCommandsProvider } from '../components/page-commands.ts';
import type { Navigation } from '../lib/navigation.ts';
import { isCommandKey } from '../lib/shortcut.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { EngineBanner } from './EngineBanner.tsx';
import { Palette } from './Palette.tsx';
import { matchRoute } from './routes.tsx';
import { Sidebar } from './Sidebar.tsx';
import type { ThemeState } from './theme.ts';
import { TitleBar } from './TitleBar.tsx';

interface AppProps {
  readonly connection: EngineConnection;
  readonly navigation: Navigation;
  readonly theme: StoreApi<ThemeState>;
}

/** The frame around every view: title bar, sections, the view of the address, and the palette over it. */
export function App({ connection, navigation, theme }: AppProps) {
  const location = useStore(navigation.location);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [pageCommands] = useState(createPageCommands);
  const route = matchRoute(location);

  useEffect(() => {
    document.title = `${route.title} · Dagwright`;
  }, [route.title]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isCommandKey(event) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setPaletteOpen((isOpen) => !isOpen);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  return (
    <EngineProvider value={connection}>
      <NavigationProvider value={navigation}>
        <div className="app">
          <TitleBar onSearch={() => setPaletteOpen(true)} />
          <Sidebar path={location.path} theme={theme} />
          <main className="page">
            <EngineBanner />
            <PageCommandsProvider value={pageCommands}>
              <ErrorBoundary resetKey={location.path}>{route.draw()}</ErrorBoundary>
            </PageCommandsProvider>
          </main>
        </div>
        {isPaletteOpen && (
          <Palette
            theme={theme}
            pageCommands={pageCommands}
            onClose={() => setPaletteOpen(false)}
          />
        )}
      </NavigationProvider>
    </EngineProvider>
  );
}
