import { memo } from 'react';
import { IconButton } from '../../../components/IconButton.tsx';
import { texts } from './texts.ts';

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
export const LogToggles = memo(function LogToggles(props: LogTogglesProps) {
  const { isLive, isSearching, isWrapping, isFollowing, onSearch, onWrap, onFollow } = props;
  return (
    <>
      <IconButton
        icon="search"
        label={texts.search}
        shortcut="/"
        isOn={isSearching}
        onPress={() => onSearch(!isSearching)}
      />
      <IconButton icon="wrap" label={texts.wrap} shortcut="w" isOn={isWrapping} onPress={onWrap} />
      {isLive && (
        <IconButton
          icon="follow"
          label={texts.follow}
          shortcut="f"
          isOn={isFollowing}
          onPress={() => onFollow(!isFollowing)}
        />
      )}
    </>
  );
});
