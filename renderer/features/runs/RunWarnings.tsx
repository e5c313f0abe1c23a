import type { RunDetail } from '#contract/run.ts';
import { Coded } from '../../components/Coded.tsx';
import { Icon } from '../../components/Icon.tsx';
import { texts } from './texts.ts';

/** What the engine says of how the run was asked for. */
export function RunWarnings({ warnings = [] }: Pick<RunDetail, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <ul className="warning-note" aria-label={texts.header.warnings}>
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
