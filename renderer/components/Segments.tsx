interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  /** `tabs` are underlined words in a bar; `boxes` are a control with a border. */
  readonly look?: 'tabs' | 'boxes';
}

/** Tabs that switch what one pane shows. Arrow keys move between them. */
export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, value, options, onChange, look = 'tabs' } = props;
  const move = (by: number) => {
    const index = options.findIndex((option) => option.value === value);
    const next = options[(index + by + options.length) % options.length];
    if (next !== undefined) onChange(next.value);
  };
  return (
    <div className={`segments segments-${look}`} role="tablist" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          aria-selected={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          ref={(element) => {
            const list = element?.parentElement;
            if (option.value === value && list?.contains(document.activeElement)) element?.focus();
          }}
          onClick={() => onChange(option.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') move(1);
            if (event.key === 'ArrowLeft') move(-1);
          }}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
