import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useEngine } from '../client/engine-context.ts';
import { createGitFiles } from '../client/git-files.ts';
import { GitFilesProvider } from '../client/use-git-files.ts';
import { BehindLoginProvider } from '../components/behind-login.ts';
import { useLocation, useNavigation } from '../components/navigation-context.ts';
import { BannerProblemProvider } from '../components/banner-problem.ts';
import { createPageCommands, PageCommandsProvider } from '../components/page-commands.ts';
import {
  createShortcutList,
  ShortcutListProvider,
  useShortcuts,
} from '../components/use-shortcuts.ts';
import { useTheme } from '../components/theme-context.ts';
import { isCommandKey } from '../lib/shortcut.ts';
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { EngineBanner } from './EngineBanner.tsx';
import { accountCommands, keysCommand, nodeCommands } from './frame-commands.ts';
import { useHealth } from './health.ts';
import { KeysDialog } from './KeysDialog.tsx';
import { NodeBand } from './NodeBand.tsx';
import { Palette } from './Palette.tsx';
import { matchRoute } from './routes.tsx';
import { Sidebar } from './Sidebar.tsx';
import { texts } from './texts.ts';
import { TitleBar } from './TitleBar.tsx';
import { usePageFocus } from './use-page-focus.ts';
import { useUnreachable } from './use-unreachable.ts';
import { useWindowCommands } from './use-window-commands.ts';

interface FrameProps {
  /** Waits behind the login. */
  readonly isHidden: boolean;
}

/** The frame around every view: title bar, sections, the view of the address, and the palette over it. */
export function Frame({ isHidden }: FrameProps) {
  const engine = useEngine();
  const theme = useTheme();
  const location = useLocation();
  const [isPaletteOpen, setPaletteOpen] = usePalette(isHidden);
  const [isChangingPassword, setChangingPassword] = useState(false);
  const [pageCommands] = useState(createPageCommands);
  const [shortcuts] = useState(createShortcutList);
  const [isShowingKeys, setShowingKeys] = useState(false);
  useWindowCommands(useCallback(() => setPaletteOpen(true), [setPaletteOpen]));
  const showKeys = useCallback(() => setShowingKeys(true), []);
  const isAsking = useStore(engine.session.state, ({ phase }) => phase === 'asking');
  const { node, problem } = useStore(engine.nodes.state);
  const { account, nodes } = useFrameCommands(useCallback(() => setChangingPassword(true), []));
  const health = useHealth();
  const unreachable = useUnreachable();
  const [gitFiles] = useState(() => createGitFiles(engine));
  // Another node has other events.
  useEffect(() => (isAsking ? undefined : gitFiles.getState().start()), [gitFiles, isAsking, node]);
  const route = matchRoute(location);
  const page = usePageFocus(location.path);

  return (
    <BehindLoginProvider value={isHidden}>
      <GitFilesProvider value={gitFiles}>
        <ShortcutListProvider value={shortcuts}>
          <KeyOfKeys onShow={showKeys} />
          <div className="app" hidden={isHidden}>
            <TitleBar
              account={account}
              nodes={nodes}
              problem={health.problem}
              onSearch={() => setPaletteOpen(true)}
            />
            {isAsking ? <span /> : <Sidebar key={node} path={location.path} theme={theme} />}
            <main className="page" tabIndex={-1} ref={page}>
              <EngineBanner {...health} />
              <NodeBand />
              <PageCommandsProvider value={pageCommands}>
                {/* Another node has other DAGs and runs: nothing of a view is kept. */}
                <ErrorBoundary key={node} resetKey={location.path}>
                  <BannerProblemProvider value={unreachable ?? problem}>
                    {!isAsking && route.draw()}
                  </BannerProblemProvider>
                </ErrorBoundary>
              </PageCommandsProvider>
            </main>
          </div>
        </ShortcutListProvider>
        {isPaletteOpen && (
          <Palette
            theme={theme}
            pageCommands={pageCommands}
            frameCommands={[...nodes, ...account, keysCommand(showKeys)]}
            onClose={() => setPaletteOpen(false)}
          />
        )}
      </GitFilesProvider>
      {isShowingKeys && !isHidden && (
        <KeysDialog list={shortcuts} onClose={() => setShowingKeys(false)} />
      )}
      {isChangingPassword && <ChangePasswordDialog onClose={() => setChangingPassword(false)} />}
    </BehindLoginProvider>
  );
}

/** The key that shows all of them is bound beside them, and listed with them. */
function KeyOfKeys({ onShow }: { readonly onShow: () => void }) {
  useShortcuts({ '?': { label: texts.keys.show, run: onShow } });
  return null;
}

/** The palette opens and closes by ⌘K, except behind the login. */
function usePalette(isHidden: boolean) {
  const [isOpen, setOpen] = useState(false);
  // From the moment at which the frame is seen.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isHidden || !isCommandKey(event) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen((open) => !open);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isHidden]);
  return [isOpen && !isHidden, setOpen] as const;
}

function useFrameCommands(changePassword: () => void) {
  const engine = useEngine();
  const navigation = useNavigation();
  const user = useStore(engine.session.state, (state) => state.user);
  const { node, nodes } = useStore(engine.nodes.state);
  return useMemo(
    () => ({
      account: user === null ? [] : accountCommands(user, engine, { navigation, changePassword }),
      nodes: nodeCommands(node, nodes, engine.nodes.choose),
    }),
    [engine, navigation, user, node, nodes, changePassword],
  );
}
