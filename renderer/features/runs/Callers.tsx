import { Link } from '../../components/Link.tsx';
import { paths } from '../../lib/paths.ts';
import type { RunPlace } from './run-identity.ts';
import { texts } from './texts.ts';

interface CallersProps {
  /** The first caller first. */
  readonly callers: readonly RunPlace[];
}

/** The way back from a sub-run to the runs that called it. */
export function Callers({ callers }: CallersProps) {
  const [root] = callers;
  if (root === undefined) return null;
  return (
    <nav className="callers" aria-label={texts.header.parents}>
      {callers.map((caller, index) => (
        <span key={caller.dagRunId} className="cut">
          <Link
            href={index === 0 ? paths.run(root) : paths.subRun(root, caller)}
            title={texts.header.openRun(caller.name, caller.dagRunId)}
          >
            {caller.name}
          </Link>
          <span aria-hidden="true"> ›</span>
        </span>
      ))}
    </nav>
  );
}
