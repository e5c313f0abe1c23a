import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useStore, type StoreApi } from 'zustand';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import type { IconName } from '../components/icons.tsx';
import { Link } from '../components/Link.tsx';
import { paths } from '../lib/paths.ts';
import { themes, type Theme, type ThemeState } from './theme.ts';

interface SidebarProps {
  readonly path: string;
  readonly theme: StoreApi<ThemeState>;
}

const sections: readonly { label: string; icon: IconName; href: string; paths: RegExp }[] = [
  { label: 'DAGs', icon: 'dags', href: paths.dags(), paths: /^\/(dags.*)?$/ },
  { label: 'Runs', icon: 'runs', href: paths.runs(), paths: /^\/runs/ },
];

/** The sections of the app; under 1000 px only their pictures. */
export function Sidebar({ path, theme }: SidebarProps) {
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
        </Link>
      ))}
      <ThemeMenu theme={theme} />
    </nav>
  );
}

const themeWords: Readonly<Record<Theme, string>> = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
};

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
