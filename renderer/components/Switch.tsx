interface SwitchProps {
  readonly label: string;
  /** Shown beside the switch; without it the label is only read aloud. */
  readonly words?: string;
  readonly isOn: boolean;
  /** Why it cannot be changed, as a sentence. */
  readonly refusal?: string | undefined;
  /** In a row of a list, which is one stop of Tab. */
  readonly isInRow?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** An element of the browser's own: lists draw it hundreds of times while they are scrolled. */
export function Switch(props: SwitchProps) {
  const { label, words, isOn, refusal, isInRow = false, onChange } = props;
  return (
    <span className="row" title={refusal}>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={isOn}
        aria-label={label}
        disabled={refusal !== undefined}
        tabIndex={isInRow ? -1 : 0}
        onClick={() => onChange(!isOn)}
      >
        <span className="switch-track" />
        {words}
      </button>
    </span>
  );
}
