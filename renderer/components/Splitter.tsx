import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { remember, remembered } from '../lib/remembered.ts';

interface SplitterProps {
  readonly label: string;
  readonly axis: 'x' | 'y';
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Whether the measured pane stands after the splitter. */
  readonly isReversed?: boolean;
  readonly onChange: (value: number) => void;
}

/** The line between two panes: drag it, or move it with the arrow keys. */
export function Splitter(props: SplitterProps) {
  const { label, axis, value, min, max, isReversed = false, onChange } = props;
  const move = (by: number) =>
    onChange(Math.min(max, Math.max(min, value + (isReversed ? -by : by))));
  const drag = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) {
      move(axis === 'x' ? event.movementX : event.movementY);
    }
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(step);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      className={`splitter splitter-${axis}`}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  );
}

/** The size of a pane, remembered under a name. */
export function usePaneSize(name: string, initial: number) {
  const [size, setSize] = useState(() => Number(remembered(`pane.${name}`)) || initial);
  const change = (next: number) => {
    setSize(next);
    remember(`pane.${name}`, String(Math.round(next)));
  };
  return [size, change] as const;
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -16,
  ArrowUp: -16,
  ArrowRight: 16,
  ArrowDown: 16,
};
