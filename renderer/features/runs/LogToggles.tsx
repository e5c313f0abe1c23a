import { IconButton } from '../../components/IconButton.tsx';

interface LogTogglesProps {
  readonly isLive: boolean;
  readonly isSearching: boolean;
  readonly isWrapping: boolean;
  readonly isFollowing: boolean;
  readonly onSearch: (isSearching: boolean) => void;
  readonly onWrap: () => void;
  readonly onFollow: (isFollowing: boolean) => void;
}

/** What switches how a log is read. */
export function LogToggles(props: LogTogglesProps) {
  const { isLive, isSearching, isWrapping, isFollowing, onSearch, onWrap, onFollow } = props;
  return (
    <>
      <IconButton
        icon="search"
        label="Search the log"
        shortcut="/"
        isOn={isSearching}
        onPress={() => onSearch(!isSearching)}
      />
      <IconButton icon="wrap" label="Wrap lines" shortcut="w" isOn={isWrapping} onPress={onWrap} />
      {isLive && (
        <IconButton
          icon="follow"
          label="Follow the end"
          shortcut="f"
          isOn={isFollowing}
          onPress={() => onFollow(!isFollowing)}
        />
      )}
    </>
  );
}
