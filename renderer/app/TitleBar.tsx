import { MenuTrigger } from 'react-aria-components';
import { useStore } from 'zustand';
import { useEngine } from '../client/engine-context.ts';
import { THIS_ENGINE } from '../client/node-choice.ts';
import { Button } from '../components/Button.tsx';
import { CommandMenu, type Command } from '../components/CommandMenu.tsx';
import { Icon } from '../components/Icon.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { useNavigation } from '../components/navigation-context.ts';
import { formatShortcut } from '../lib/shortcut.ts';
import { Brand } from './Brand.tsx';
import { EngineState } from './EngineState.tsx';
import { texts } from './texts.ts';

interface TitleBarProps {
  /** What can be done with one's account; none for the owner of the machine. */
  readonly account: readonly Command[];
  /** The ways to other nodes; none where no other is configured. */
  readonly nodes: readonly Command[];
  /** Why the engine takes no new work. */
  readonly problem: string | null;
  readonly onSearch: () => void;
}

/** The bar above all pages: search, the state of the engine, other nodes and one's account. */
export function TitleBar({ account, nodes, problem, onSearch }: TitleBarProps) {
  const navigation = useNavigation();
  return (
    <header className="titlebar">
      <Brand />
      <div className="nav-arrows">
        <IconButton icon="left" label={texts.titleBar.back} onPress={navigation.back} />
        <IconButton icon="right" label={texts.titleBar.forward} onPress={navigation.forward} />
      </div>
      <button type="button" className="search-box" onClick={onSearch}>
        <Icon name="search" />
        <span className="grow">{texts.titleBar.search}</span>
        <kbd>{formatShortcut('K')}</kbd>
      </button>
      <div className="titlebar-end">
        <EngineState problem={problem} />
        {nodes.length > 0 && <NodeSwitcher commands={nodes} />}
        {account.length > 0 && <AccountMenu commands={account} />}
      </div>
    </header>
  );
}

function NodeSwitcher({ commands }: { readonly commands: readonly Command[] }) {
  const node = useStore(useEngine().nodes.state, (state) => state.node);
  const shown = node === THIS_ENGINE ? texts.titleBar.thisEngine : node;
  return (
    <MenuTrigger>
      <Button look="quiet" size="small" icon="node" aria-label={texts.titleBar.node(shown)}>
        <span className="cut">{shown}</span>
        <Icon name="down" />
      </Button>
      <CommandMenu label={texts.titleBar.nodes} commands={commands} />
    </MenuTrigger>
  );
}

function AccountMenu({ commands }: { readonly commands: readonly Command[] }) {
  const user = useStore(useEngine().session.state, (state) => state.user);
  if (user === null) return null;
  return (
    <MenuTrigger>
      <Button
        look="quiet"
        size="small"
        icon="person"
        aria-label={texts.titleBar.account(user.username, user.role)}
      >
        <span className="cut">{user.username}</span>{' '}
        <span className="secondary account-role">{user.role}</span>
        <Icon name="down" />
      </Button>
      <CommandMenu
        label={texts.titleBar.accountMenu(user.username, user.role)}
        commands={commands}
      />
    </MenuTrigger>
  );
}
