import type { ReactElement } from 'react';
import { icons, type IconName } from './icons.tsx';

interface IconProps {
  readonly name: IconName;
  readonly className?: string | undefined;
}

/** A picture beside words, so it is silent for screen readers. */
export function Icon({ name, className }: IconProps) {
  return className === undefined ? iconOf(name) : drawn(name, `icon ${className}`);
}

const known = new Map<IconName, ReactElement>();

/** The element of a picture, the same one wherever it stands. */
export function iconOf(name: IconName): ReactElement {
  const icon = known.get(name) ?? drawn(name, 'icon');
  known.set(name, icon);
  return icon;
}

function drawn(name: IconName, className: string): ReactElement {
  return (
    <svg
      className={className}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {icons[name]}
    </svg>
  );
}
