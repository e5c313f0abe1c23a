import { useId, type KeyboardEvent } from 'react';
import { Icon } from './Icon.tsx';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  /** Whether people have named it: its label is no code. */
  readonly isWords?: boolean;
  /** Stands there until something is chosen, and cannot be chosen itself. */
  readonly isPlaceholder?: boolean;
}

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
  /** What the value is for. */
  readonly help?: string | undefined;
  readonly isMono?: boolean;
  readonly isRequired?: boolean;
  readonly autoFocus?: boolean;
}

/**
 * One of several values, with a label and help. An element of the browser's own: its list is the one that people know from
 * their system.
 */
export function SelectField(props: SelectFieldProps) {
  const { label, value, options, help, isMono = false, isRequired = false, onChange } = props;
  const id = useId();
  // Where nothing is chosen stand words of ours.
  const lookOf = ({ value: text, isWords = false }: Pick<SelectOption, 'value' | 'isWords'>) =>
    isWords ? '' : text === '' ? 'secondary' : isMono ? 'mono' : '';
  const chosen = options.find((option) => option.value === value);
  return (
    <div className="text-field">
      <label htmlFor={id}>{label}</label>
      {/* What is too long for the field is read above it. */}
      <span className="select" title={chosen?.label}>
        <select
          id={id}
          className={`input ${lookOf(chosen ?? { value })}`}
          value={value}
          autoFocus={props.autoFocus ?? false}
          aria-describedby={help ? `${id}-help` : undefined}
          aria-required={isRequired}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={sendByEnter}
        >
          {options.map((option) => (
            <option
              key={option.value}
              value={option.value}
              className={lookOf(option)}
              hidden={option.isPlaceholder}
              disabled={option.isPlaceholder}
            >
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      {help && (
        <span id={`${id}-help`} className="secondary small">
          {help}
        </span>
      )}
    </div>
  );
}

/** As in any other field. A list that is open has the key for itself. */
function sendByEnter(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
