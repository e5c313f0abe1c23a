import { memo, type KeyboardEvent } from 'react';
import type { SubRun } from '#contract/run.ts';
import { useNavigation } from '../../components/navigation-context.ts';
import { Status } from '../../components/Status.tsx';
import { Link } from '../../components/Link.tsx';

interface SubRunRowProps {
  readonly sub: SubRun;
  /** Absent while the sub-run waits for its turn, or when no run came of it. */
  readonly href: string | undefined;
  readonly time: string;
}

/** A run that a step called. Drawn again only when it changes, since there may be very many. */
export const SubRunRow = memo(function SubRunRow({ sub, href, time }: SubRunRowProps) {
  const navigation = useNavigation();
  // The runs of one step share their name; what they were called with tells them apart.
  const words = sub.params === '' ? sub.name : <span className="mono">{sub.params}</span>;
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || href === undefined) return;
    event.preventDefault();
    navigation.go(href);
  };
  return (
    <div
      role="treeitem"
      aria-level={2}
      aria-selected={false}
      tabIndex={-1}
      className={href === undefined ? 'step-row nested idle' : 'step-row nested'}
      onKeyDown={press}
    >
      <span />
      <Status status={sub.statusLabel} size="glyph" />
      <span className="cut" title={`${sub.name} ${sub.params}`.trim()}>
        {href === undefined ? (
          <span className="step-name">{words}</span>
        ) : (
          <Link className="sub-run-link" href={href} tabIndex={-1}>
            {words}
          </Link>
        )}
        {sub.params !== '' && <span className="secondary small"> {sub.name}</span>}
      </span>
      <span className="step-time">{time}</span>
      {sub.error !== '' && (
        <span className="step-reason cut tone-failed" title={sub.error}>
          {sub.error}
        </span>
      )}
    </div>
  );
});
