import { icons, type IconName } from './icons.tsx';

interface IconProps {
  readonly name: IconName;
  readonly className?: string | undefined;
}

/** A picture beside words, so it is silent for screen readers. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg
      className={className === undefined ? 'icon' : `icon ${className}`}
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
