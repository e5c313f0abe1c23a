import { useEffect, useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useStore, type StoreApi } from 'zustand';
import { useEngine } from '../client/engine-context.ts';
import { useGitFiles } from '../client/use-git-files.ts';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import type { IconName } from '../components/icons.tsx';
import { Link } from '../components/Link.tsx';
import { paths } from '../lib/paths.ts';
import { createAttentionStore } from './attention-store.ts';
import { themeNames, themes, type ThemeState } from '../lib/theme.ts';
import { texts } from './texts.ts';
import { formatCount } from '../lib/format-count.ts';

interface SidebarProps {
  readonly path: string;
  readonly theme: StoreApi<ThemeState>;
}

interface Section {
  readonly label: string;
  readonly icon: IconName;
  readonly href: string;
  readonly paths: RegExp;
  /** What its number counts. */
  readonly attention?: {
    readonly of: 'runs' | 'schedule' | 'queues' | 'git';
    readonly words: string;
  };
}

const sections: readonly Section[] = [
  { label: texts.sidebar.dags, icon: 'dags', href: paths.dags(), paths: /^\/(dags.*)?$/ },
  {
    label: texts.sidebar.runs,
    icon: 'runs',
    href: paths.runs(),
    paths: /^\/runs/,
    attention: { of: 'runs', words: texts.sidebar.gatedRuns },
  },
  {
    label: texts.sidebar.schedule,
    icon: 'schedule',
    href: paths.schedule(),
    paths: /^\/schedule/,
    attention: { of: 'schedule', words: texts.sidebar.missedSlots },
  },
  {
    label: texts.sidebar.queues,
    icon: 'queues',
    href: paths.queues(),
    paths: /^\/queues/,
    attention: { of: 'queues', words: texts.sidebar.queuedRuns },
  },
  {
    label: texts.sidebar.git,
    icon: 'git',
    href: paths.git(),
    paths: /^\/git/,
    attention: { of: 'git', words: texts.sidebar.openItems },
  },
];

/** The sections of the app; under 1000 px only their pictures. */
export function Sidebar({ path, theme }: SidebarProps) {
  const engine = useEngine();
  const [store] = useState(() => createAttentionStore(engine));
  useEffect(() => store.getState().start(), [store]);
  const { runs, schedule, queues } = useStore(store);
  const git = useStore(useGitFiles(), ({ open }) => open.size);
  const attention = { runs, schedule, queues, git };
  return (
    <nav className="sidebar" aria-label={texts.sidebar.label}>
      {sections.map((section) => (
        <Link
          key={section.label}
          href={section.href}
          title={section.label}
          aria-current={section.paths.test(path) ? 'page' : undefined}
        >
          <Icon name={section.icon} />
          <span>{section.label}</span>
          {section.attention && (
            <Attention count={attention[section.attention.of]} words={section.attention.words} />
          )}
        </Link>
      ))}
      <Link
        className="sidebar-last"
        href={paths.settings()}
        title={texts.sidebar.settings}
        aria-current={path.startsWith(paths.settings()) ? 'page' : undefined}
      >
        <Icon name="settings" />
        <span>{texts.sidebar.settings}</span>
      </Link>
      <ThemeMenu theme={theme} />
    </nav>
  );
}

function Attention({ count, words }: { readonly count: number; readonly words: string }) {
  if (count === 0) return null;
  const number = formatCount(count);
  return (
    <b className="attention" title={`${number} ${words}`}>
      {number}
      <i className="unseen"> {words}</i>
    </b>
  );
}

function ThemeMenu({ theme: store }: Pick<SidebarProps, 'theme'>) {
  const { theme, choose } = useStore(store);
  return (
    <MenuTrigger>
      <Button
        look="quiet"
        icon="theme"
        className="theme-button"
        aria-label={texts.sidebar.currentTheme(themeNames[theme])}
      >
        <span>{themeNames[theme]}</span>
      </Button>
      <Popover className="popover" placement="top start" offset={4}>
        <Menu
          aria-label={texts.sidebar.theme}
          className="menu"
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[theme]}
          onAction={(key) => choose(themes.find((one) => one === key) ?? 'system')}
        >
          {themes.map((one) => (
            <MenuItem key={one} id={one} className="menu-item" textValue={themeNames[one]}>
              {({ isSelected }) => (
                <>
                  <span className="menu-tick">{isSelected && <Icon name="tick" />}</span>
                  {themeNames[one]}
                </>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
