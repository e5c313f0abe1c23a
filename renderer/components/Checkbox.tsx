import { Checkbox as AriaCheckbox } from 'react-aria-components';
import { Icon } from './Icon.tsx';

interface CheckboxProps {
  readonly label: string;
  readonly isSelected: boolean;
  readonly isIndeterminate?: boolean;
  readonly onChange: (isSelected: boolean) => void;
}

/** A checkbox whose label is only read aloud, for rows that name themselves. */
export function Checkbox({ label, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox className="checkbox" aria-label={label} {...rest}>
      {({ isSelected, isIndeterminate }) => (
        <span className="checkbox-box">
          {isIndeterminate ? <Icon name="minus" /> : isSelected && <Icon name="tick" />}
        </span>
      )}
    </AriaCheckbox>
  );
}
