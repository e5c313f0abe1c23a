import { Switch as AriaSwitch } from 'react-aria-components';

interface SwitchProps {
  readonly label: string;
  /** Shown beside the switch; without it the label is only read aloud. */
  readonly words?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function Switch({ label, words, isOn, onChange }: SwitchProps) {
  return (
    <AriaSwitch className="switch" isSelected={isOn} onChange={onChange} aria-label={label}>
      <span className="switch-track" />
      {words}
    </AriaSwitch>
  );
}
