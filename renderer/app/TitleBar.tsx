import { Icon } from '../components/Icon.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { useNavigation } from '../components/navigation-context.ts';
import { shortcutWords } from '../lib/shortcut.ts';
import { EngineState } from './EngineState.tsx';

interface TitleBarProps {
  readonly onSearch: () => void;
}

export function TitleBar({ onSearch }: TitleBarProps) {
  const navigation = useNavigation();
  return (
    <header className="titlebar">
      <div className="brand">
        <Icon name="mark" />
        <span>Dagwright</span>
      </div>
      <div className="nav-arrows">
        <IconButton icon="left" label="Back" onPress={navigation.back} />
        <IconButton icon="right" label="Forward" onPress={navigation.forward} />
      </div>
      <button type="button" className="search-box" onClick={onSearch}>
        <Icon name="search" />
        <span className="grow">Search or run…</span>
        <kbd>{shortcutWords('K')}</kbd>
      </button>
      <EngineState />
    </header>
  );
}
