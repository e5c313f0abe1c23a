import type { ReactNode } from 'react';
import { Icon } from '../../components/Icon.tsx';

interface FoldRowProps {
  readonly isOpen: boolean;
  /** At the right: what is folded away. */
  readonly hint?: ReactNode;
  readonly children: ReactNode;
  readonly onPress: () => void;
}

/** A row that stands for rows which are not drawn. */
export function FoldRow({ isOpen, hint, children, onPress }: FoldRowProps) {
  return (
    <div
      role="treeitem"
      aria-level={2}
      aria-selected={false}
      aria-expanded={isOpen}
      tabIndex={-1}
      className="step-row nested"
      onClick={onPress}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onPress();
      }}
    >
      <span />
      <Icon name={isOpen ? 'down' : 'right'} className="secondary" />
      <span className="secondary cut">{children}</span>
      <span className="step-time counts">{hint}</span>
    </div>
  );
}
