import { useEffect } from 'react';
import type { WindowCommand } from '#contract/ipc.ts';
import { useNavigation } from '../components/navigation-context.ts';
import { paths } from '../lib/paths.ts';

/** Does what the app asks of its window, by its menu for one. In a browser no one does. */
export function useWindowCommands(search: () => void): void {
  const navigation = useNavigation();
  useEffect(() => {
    const act = (command: WindowCommand): void => {
      switch (command.kind) {
        case 'search':
          return search();
        case 'new-dag':
          return navigation.go(paths.newDag());
      }
    };
    return window.dagwright?.subscribe({ kind: 'window-commands' }, act);
  }, [navigation, search]);
}
