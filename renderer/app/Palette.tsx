import './palette.css';
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useStore, type StoreApi } from 'zustand';
import { useEngine } from '../client/engine-context.ts';
import { useGitFiles } from '../client/use-git-files.ts';
import { useRefusal } from '../client/use-refusal.ts';
import type { Command } from '../components/CommandMenu.tsx';
import { Icon } from '../components/Icon.tsx';
import { useLocation, useNavigation } from '../components/navigation-context.ts';
import { useToasts } from '../components/toast-context.ts';
import type { PageCommands } from '../components/page-commands.ts';
import { sections } from '../features/settings/sections.ts';
import type { GitState } from '../lib/git-state.ts';
import { paths } from '../lib/paths.ts';
import { isCommandKey, formatShortcut } from '../lib/shortcut.ts';
import { recentChoices, rememberChoice } from '../lib/recent.ts';
import { commandOfPage } from './command-of-page.ts';
import type { PaletteItem } from './palette-item.ts';
import { paletteItems } from './palette-items.ts';
import { createPaletteStore, type PaletteState } from './palette-store.ts';
import { PaletteRow } from './PaletteRow.tsx';
import { useEnter } from './use-enter.ts';
import type { ThemeState } from '../lib/theme.ts';
import { texts } from './texts.ts';

interface PaletteProps {
  readonly theme: StoreApi<ThemeState>;
  /** Those of the view behind the palette. */
  readonly pageCommands: PageCommands;
  /** Those of the frame, which stand whatever the view is. */
  readonly frameCommands: readonly Command[];
  readonly onClose: () => void;
}

const none = new Map<string, GitState>();

/** Everything within two keystrokes: type, and Enter. */
export function Palette({ theme, pageCommands, frameCommands, onClose }: PaletteProps) {
  const engine = useEngine();
  const navigation = useNavigation();
  const toasts = useToasts();
  const [store] = useState(() => createPaletteStore(engine, toasts));
  useEffect(() => void store.getState().load(), [store]);
  const { isLoaded, problem, asks, run, enqueue, suspend } = useStore(store);
  const [text, setText] = useState('');
  const [cursor, setCursor] = useState(0);
  const items = useItems(text, store, { pageCommands, frameCommands });

  const act = async (item: PaletteItem | undefined, action = item?.action) => {
    if (item === undefined || action === undefined || item.isRefused) return;
    rememberChoice(item.id);
    const isAsking = action.kind === 'run' && (await asks(action.fileName));
    // What cannot be asked about stays open and says why: a run could lack its parameters.
    if (isAsking === undefined) return;
    if (action.kind === 'run' && isAsking) {
      navigation.go(paths.runForm(action.fileName));
    } else if (action.kind === 'run' || action.kind === 'enqueue') {
      const dagRunId = await (action.kind === 'run' ? run : enqueue)(action.fileName);
      // A refused start stays open and says why.
      if (dagRunId === undefined) return;
      navigation.go(paths.run({ name: action.name, dagRunId }));
    }
    // A refused switch too.
    if (action.kind === 'suspend' && !(await suspend(action.fileName, action.suspend))) return;
    if (action.kind === 'onRun') commandOfPage(navigation, pageCommands, action);
    if (action.kind === 'go') navigation.go(action.href);
    if (action.kind === 'command') action.run();
    if (action.kind === 'theme') theme.getState().choose(action.theme);
    onClose();
  };
  const enter = useEnter(isLoaded, ({ byCommandKey }) => {
    const item = items[cursor];
    void act(item, byCommandKey ? item?.other : undefined);
  });
  const press = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) setCursor((cursor + move + items.length) % Math.max(1, items.length));
    else if (event.key === 'Enter') enter.press({ byCommandKey: isCommandKey(event) });
    else return;
    event.preventDefault();
  };

  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className="palette">
        <Dialog aria-label={texts.palette.label}>
          <PaletteInput
            text={text}
            current={items[cursor] && `palette-${cursor}`}
            onText={(next) => {
              setText(next);
              setCursor(0);
              enter.forget();
            }}
            onPress={press}
          />
          {problem && <p className="palette-problem tone-failed">{problem}</p>}
          <div
            id="palette-list"
            className="palette-list"
            role="listbox"
            aria-label={texts.palette.results}
            tabIndex={-1}
          >
            {items.map((item, index) => (
              <PaletteRow
                key={item.id}
                id={`palette-${index}`}
                item={item}
                wanted={text.trim()}
                isCurrent={index === cursor}
                isFirst={items[index - 1]?.section !== item.section}
                onPoint={() => setCursor(index)}
                onChoose={() => void act(item)}
              />
            ))}
          </div>
          {isLoaded && items.length === 0 && (
            <p className="palette-none secondary">{texts.palette.none}</p>
          )}
          <PaletteFoot />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What fits the text, of all that the person may see. */
function useItems(
  text: string,
  store: StoreApi<PaletteState>,
  { pageCommands, frameCommands }: Pick<PaletteProps, 'pageCommands' | 'frameCommands'>,
): readonly PaletteItem[] {
  const { dags, runs, gates } = useStore(store);
  const ofPage = useStore(pageCommands);
  const git = useStore(useGitFiles(), ({ open }) => open);
  const refusal = useRefusal();
  const { path } = useLocation();
  const shown = dags.find(({ fileName }) => isOnShow(fileName, path))?.fileName;
  const [opening] = useState(() => ({ recent: recentChoices(), now: Date.now() }));
  return useMemo(
    () =>
      paletteItems(text, {
        ...{ dags, runs, gates, refusal },
        git: refusal('sync.publishAll') === undefined ? git : none,
        commands: [...ofPage, ...frameCommands],
        mayRun: refusal('dags.start') === undefined,
        mayCreate: refusal('dags.create') === undefined,
        shown,
        settings: sections.filter(({ needs }) => refusal(needs) === undefined),
        ...opening,
      }),
    [text, dags, runs, gates, git, ofPage, frameCommands, refusal, shown, opening],
  );
}

/** On one of the tabs of its page. */
function isOnShow(fileName: string, path: string): boolean {
  return `${path}/`.startsWith(`${paths.dag(fileName)}/`);
}

interface PaletteInputProps {
  readonly text: string;
  /** The id of the row that Enter chooses. */
  readonly current: string | undefined;
  readonly onText: (text: string) => void;
  readonly onPress: (event: KeyboardEvent) => void;
}

function PaletteInput({ text, current, onText, onPress }: PaletteInputProps) {
  return (
    <div className="palette-input">
      <Icon name="search" />
      <input
        autoFocus
        role="combobox"
        aria-label={texts.palette.label}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={current}
        placeholder={texts.palette.placeholder}
        value={text}
        spellCheck={false}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onPress}
      />
      <kbd>{texts.palette.escape}</kbd>
    </div>
  );
}

function PaletteFoot() {
  return (
    <div className="palette-foot">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {texts.palette.move}
      </span>
      <span>
        <kbd>↵</kbd> {texts.palette.open}
      </span>
      <span>
        <kbd>{formatShortcut('↵')}</kbd> {texts.palette.run}
      </span>
    </div>
  );
}
