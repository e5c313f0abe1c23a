import { EngineError } from '../contract/errors.ts';
import { type LoadResult, type Dag, issueText } from '../dag/definition.ts';

/** @throws EngineError `bad_request` with all load errors. */
export function requireValid(loaded: LoadResult): Dag {
  if (loaded.dag !== null) return loaded.dag;
  const errors = errorsOf(loaded);
  throw new EngineError('bad_request', `The definition has errors: ${errors.join('; ')}`, {
    details: { errors },
  });
}

/** The messages of what keeps a definition from running. */
export function errorsOf({ issues }: Pick<LoadResult, 'issues'>): string[] {
  return issues.filter(({ severity }) => severity === 'error').map(issueText);
}

/** Of all that was found in a file, what stands in one of the DAGs after its first. */
export function localIssues(
  { issues, localLines }: Pick<LoadResult, 'issues' | 'localLines'>,
  index: number,
): LoadResult['issues'] {
  const [from = Infinity, next = Infinity] = localLines.slice(index);
  return issues.filter(({ line }) => from <= line && line < next);
}
