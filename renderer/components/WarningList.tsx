import { Coded } from './Coded.tsx';
import { Icon } from './Icon.tsx';
import { texts } from './texts.ts';

interface WarningListProps {
  /** What the engine says of an order that it takes all the same; undefined: an engine before this one says nothing. */
  readonly warnings: readonly string[] | undefined;
}

/** What may not be as it was meant, where it shows. */
export function WarningList({ warnings = [] }: WarningListProps) {
  if (warnings.length === 0) return null;
  return (
    <ul className="warning-note" aria-label={texts.warnings}>
      {warnings.map((warning) => (
        <li key={warning} className="row">
          <Icon name="warning" className="tone-warning" />
          <span className="grow">
            <Coded text={warning} />
          </span>
        </li>
      ))}
    </ul>
  );
}
