import { useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { texts } from './texts.ts';
import { useCopy } from './use-copy.ts';

interface CodeBlockProps {
  readonly label: string;
  readonly text: string;
  /** Breaks long lines; for values that have no lines of their own. */
  readonly wraps?: boolean;
  /** Whether the button that copies has the focus at first. */
  readonly autoFocus?: boolean;
}

/** Lines to copy into a file or a shell. */
export function CodeBlock({ label, text, wraps = false, autoFocus = false }: CodeBlockProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = useCopy();
  return (
    <div className="code-block" onMouseLeave={() => setCopied(false)}>
      <pre tabIndex={0} aria-label={label} className={wraps ? 'wraps' : undefined}>
        {text}
      </pre>
      <IconButton
        icon={isCopied ? 'tick' : 'copy'}
        autoFocus={autoFocus}
        label={isCopied ? texts.copied : texts.copyWhat(label)}
        onPress={() => void copy(text).then(setCopied)}
      />
    </div>
  );
}
