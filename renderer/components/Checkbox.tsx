import { Icon } from './Icon.tsx';

interface CheckboxProps {
  readonly label: string;
  readonly isSelected: boolean;
  readonly isIndeterminate?: boolean;
  /** In a row of a list, which is one stop of Tab. */
  readonly isInRow?: boolean;
  readonly onChange: (isSelected: boolean, isRange: boolean) => void;
}

/**
 * A checkbox whose label is only read aloud, for rows that name themselves; an element of the browser's own, since lists
 * draw it hundreds of times while they are scrolled. A click with Shift asks for a range.
 */
export function Checkbox(props: CheckboxProps) {
  const { label, isSelected, isIndeterminate = false, isInRow = false, onChange } = props;
  return (
    <button
      type="button"
      role="checkbox"
      className="checkbox"
      aria-checked={isIndeterminate ? 'mixed' : isSelected}
      aria-label={label}
      tabIndex={isInRow ? -1 : 0}
      onClick={(event) => onChange(!isSelected, event.shiftKey)}
    >
      <span className="checkbox-box">
        {isIndeterminate ? <Icon name="minus" /> : isSelected && <Icon name="tick" />}
      </span>
    </button>
  );
}
