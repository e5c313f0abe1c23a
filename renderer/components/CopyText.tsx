import { memo, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { texts } from './texts.ts';
import { useCopy } from './use-copy.ts';

interface CopyTextProps {
  readonly text: string;
  /** What is shown; the whole text is in the tooltip and is what gets copied. */
  readonly shown?: string;
  readonly what: string;
  /** In a row of a list, which is one stop of Tab. */
  readonly isInRow?: boolean;
}

/** An id or a path that can be copied with one click. */
export const CopyText = memo(function CopyText(props: CopyTextProps) {
  const { text, shown = text, what, isInRow = false } = props;
  const [isCopied, setCopied] = useState(false);
  const copy = useCopy();
  return (
    <span className="copy-text" onMouseLeave={() => setCopied(false)}>
      <span className="mono" title={text}>
        {shown}
      </span>
      <IconButton
        icon={isCopied ? 'tick' : 'copy'}
        label={isCopied ? texts.copied : texts.copyWhat(what)}
        excludeFromTabOrder={isInRow}
        onPress={() => void copy(text).then(setCopied)}
      />
    </span>
  );
});
