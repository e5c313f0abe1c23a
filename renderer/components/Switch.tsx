import { Switch as AriaSwitch } from 'react-aria-components';

interface SwitchProps {
  readonly label: string;
  /** Shown beside the switch; without it the label is only read aloud. */
  readonly words?: string;
  readonly isOn: boolean;
  /** Why it cannot be changed, as a sentence. */
  readonly refusal?: string | undefined;
  readonly onChange: (isOn: boolean) => void;
}

export function Switch({ label, words, isOn, refusal, onChange }: SwitchProps) {
  return (
    <span className="row" title={refusal}>
      <AriaSwitch
        className="switch"
        isSelected={isOn}
        isDisabled={refusal !== undefined}
        onChange={onChange}
        aria-label={label}
      >
        <span className="switch-track" />
        {words}
      </AriaSwitch>
    </span>
  );
}
