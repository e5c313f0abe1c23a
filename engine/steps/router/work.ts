import { chooseTargets } from '../../dag/router.ts';
import type { DoneWork, WorkContext } from '../work.ts';

/** Looks at the value and chooses the steps of every route that matches it. */
export async function work({ step, expand }: WorkContext): Promise<DoneWork> {
  const value = await expand(step.value ?? '');
  const { chosen, matched } = await chooseTargets(step.routes, value);
  const lines = step.routes.map(
    ({ pattern, targets }) =>
      `${matched.includes(pattern) ? '→' : ' '} ${pattern}: ${targets.join(', ')}`,
  );
  return { kind: 'done', print: [`value: ${value}`, ...lines, ''].join('\n'), chosen };
}
