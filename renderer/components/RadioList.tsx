import { Label, Radio, RadioGroup } from 'react-aria-components';

interface RadioListProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly {
    readonly value: T;
    readonly label: string;
    readonly detail: string;
  }[];
  readonly onChange: (value: T) => void;
}

/** One of a few things, each with a sentence that says what it means. */
export function RadioList<T extends string>({
  label,
  value,
  options,
  onChange,
}: RadioListProps<T>) {
  const choose = (chosen: string) => {
    const option = options.find((one) => one.value === chosen);
    if (option) onChange(option.value);
  };
  return (
    <RadioGroup className="radio-list" value={value} onChange={choose}>
      <Label>{label}</Label>
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className="radio">
          <span className="radio-dot" />
          <span>
            {option.label}
            <span className="menu-detail">{option.detail}</span>
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
