import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/lists.css';
import './styles/status.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { App } from './app/App.tsx';
import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { basePathOf } from './lib/base-path.ts';
import { createTheme } from './lib/theme.ts';
import { connect } from './client/connect.ts';
import { createNavigation } from './lib/navigation.ts';

// The page's policy forbids making code from text, so schemas are interpreted.
config({ jitless: true });

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <App
        connection={connect(window)}
        navigation={createNavigation(window, basePathOf(window))}
        theme={createTheme(document.documentElement)}
      />
    </ErrorBoundary>
  </StrictMode>,
);
