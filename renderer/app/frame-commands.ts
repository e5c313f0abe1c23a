import type { User } from '#contract/auth.ts';
import type { RemoteNodeInfo } from '#contract/node.ts';
import type { EngineConnection } from '../client/engine-connection.ts';
import { THIS_ENGINE } from '../client/node-choice.ts';
import type { Command } from '../components/CommandMenu.tsx';
import { refused } from '../components/refused.ts';
import type { Navigation } from '../lib/navigation.ts';
import { paths } from '../lib/paths.ts';
import { texts } from './texts.ts';

interface AccountActs {
  readonly navigation: Navigation;
  readonly changePassword: () => void;
}

/** What one can do with one's own account. */
export function accountCommands(
  user: User,
  engine: EngineConnection,
  { navigation, changePassword }: AccountActs,
): readonly Command[] {
  const logOut = async () => {
    await engine.session.end();
    // Loaded anew, so that nothing of what was shown is left in memory.
    window.location.assign(navigation.address(paths.login()));
  };
  return [
    refused(
      { id: 'password', label: texts.account.changePassword, icon: 'key', run: changePassword },
      user.authProvider === 'oidc' ? texts.account.managedPassword : undefined,
    ),
    {
      id: 'settings',
      label: texts.account.settings,
      icon: 'settings',
      run: () => navigation.go(paths.settings()),
    },
    {
      id: 'log-out',
      label: texts.account.logOut,
      detail: texts.account.logOutDetail,
      icon: 'away',
      run: () => void logOut(),
    },
  ];
}

/** Shows the keys that hold now. */
export function keysCommand(show: () => void): Command {
  return { id: 'keys', label: texts.keys.show, icon: 'more', shortcut: '?', run: show };
}

/** The ways to other nodes, and back. */
export function nodeCommands(
  node: string,
  nodes: readonly RemoteNodeInfo[],
  choose: (node: string) => void,
): readonly Command[] {
  const others = nodes
    .filter(({ name }) => name !== node)
    .map(({ name, baseUrl }) => ({
      id: `node ${name}`,
      label: texts.node.switchTo(name),
      detail: baseUrl,
      icon: 'node' as const,
      run: () => choose(name),
    }));
  if (node === THIS_ENGINE) return others;
  const back: Command = {
    id: 'this-engine',
    label: texts.node.back,
    icon: 'left',
    run: () => choose(THIS_ENGINE),
  };
  return [back, ...others];
}
