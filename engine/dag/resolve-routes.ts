import type { Route } from './definition.ts';
import type { NamedDraft, StepFinder } from './find-step.ts';
import type { RouteDraft } from './fields/routes-field.ts';
import type { Report } from './source/report.ts';
import { quoted } from './source/source-node.ts';

export interface ResolvedRoutes {
  /** For each step, by position. */
  readonly routes: readonly (readonly Route[])[];
  /** For each name of a step that a router chooses, the names of those routers. */
  readonly routersOf: ReadonlyMap<string, readonly string[]>;
}

/** Finds the steps that routers lead to. Within one router a step is led to once, by one route. */
export function resolveRoutes(
  steps: readonly NamedDraft[],
  find: StepFinder,
  report: Report,
): ResolvedRoutes {
  const routersOf = new Map<string, string[]>();
  const routes = steps.map(({ draft, name }) => {
    const resolved = resolveRouter(draft.values.routes, name, { find, report });
    for (const target of resolved.flatMap(({ targets }) => targets)) {
      const routers = routersOf.get(target);
      if (routers === undefined) routersOf.set(target, [name]);
      else routers.push(name);
    }
    return resolved;
  });
  return { routes, routersOf };
}

interface Finding {
  readonly find: StepFinder;
  readonly report: Report;
}

function resolveRouter(
  routes: readonly RouteDraft[],
  router: string,
  { find, report }: Finding,
): readonly Route[] {
  const taken = new Set<string>();
  const subject = `the router ${quoted(router)} routes to`;
  return routes.map(({ pattern, targets }) => {
    const names = targets.flatMap((written) => {
      const target = find(written, subject);
      if (target === undefined) return [];
      if (target !== router && !taken.has(target)) {
        taken.add(target);
        return [target];
      }
      const problem = target === router ? 'itself' : `${quoted(target)} twice`;
      report.error(written, `${subject} ${problem}`);
      return [];
    });
    return { pattern, targets: names };
  });
}
