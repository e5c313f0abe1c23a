import { useEffect, useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useStore, type StoreApi } from 'zustand';
import { useEngine } from '../client/engine-context.ts';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import type { IconName } from '../components/icons.tsx';
import { Link } from '../components/Link.tsx';
import { paths } from '../lib/paths.ts';
import { createAttentionStore } from './attention-store.ts';
import { themes, themeWords, type ThemeState } from '../lib/theme.ts';

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
  readonly attention?: { readonly of: 'schedule' | 'queues'; readonly words: string };
}

const sections: readonly Section[] = [
  { label: 'DAGs', icon: 'dags', href: paths.dags(), paths: /^\/(dags.*)?$/ },
  { label: 'Runs', icon: 'runs', href: paths.runs(), paths: /^\/runs/ },
  {
    label: 'Schedule',
    icon: 'schedule',
    href: paths.schedule(),
    paths: /^\/schedule/,
    attention: { of: 'schedule', words: 'missed or failed to start in the last 24 hours' },
  },
  {
    label: 'Queues',
    icon: 'queues',
    href: paths.queues(),
    paths: /^\/queues/,
    attention: { of: 'queues', words: 'waiting in queues' },
  },
];

/** The sections of the app; under 1000 px only their pictures. */
export function Sidebar({ path, theme }: SidebarProps) {
  const engine = useEngine();
  const [store] = useState(() => createAttentionStore(engine));
  useEffect(() => store.getState().start(), [store]);
  const attention = useStore(store);
  return (
    <nav className="sidebar" aria-label="Sections">
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
        title="Settings"
        aria-current={path.startsWith(paths.settings()) ? 'page' : undefined}
      >
        <Icon name="settings" />
        <span>Settings</span>
      </Link>
      <ThemeMenu theme={theme} />
    </nav>
  );
}

function Attention({ count, words }: { readonly count: number; readonly words: string }) {
  if (count === 0) return null;
  const number = count.toLocaleString('en');
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
        aria-label={`Theme: ${themeWords[theme]}`}
      >
        <span>{themeWords[theme]}</span>
      </Button>
      <Popover className="popover" placement="top start" offset={4}>
        <Menu
          aria-label="Theme"
          className="menu"
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[theme]}
          onAction={(key) => choose(themes.find((one) => one === key) ?? 'system')}
        >
          {themes.map((one) => (
            <MenuItem key={one} id={one} className="menu-item" textValue={themeWords[one]}>
              {({ isSelected }) => (
                <>
                  <span className="menu-tick">{isSelected && <Icon name="tick" />}</span>
                  {themeWords[one]}
                </>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
