import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Operation, Route } from '../../engine/contract/operation.ts';
import { operationNames, operations } from '../../engine/contract/operations.ts';
import { QUERY_FIELD } from '../../engine/contract/rest.ts';

export const routesFile = join(import.meta.dirname, '../../engine/contract/routes.ts');

/** What the file holds when it is up to date. */
export async function routesText(): Promise<string> {
  const routes = operationNames.map((name) => [name, routeOf(operations[name])]);
  const forwardable = operationNames.filter(
    (name) => QUERY_FIELD in operations[name].input().shape,
  );
  const text = `
    // Written by scripts/client.ts from operations.ts. Clients load this alone: to build the shapes of all operations
    // would be a tenth of the time that a command takes.
    import type { Route } from './operation.ts';
    import type { OperationName } from './operations.ts';

    /** How each operation is asked for. */
    export const routes: Readonly<Record<OperationName, Route>> = ${JSON.stringify(Object.fromEntries(routes))};

    /** Those that another node can answer: they have \`${QUERY_FIELD}\` in their input. */
    export const forwardable: ReadonlySet<OperationName> = new Set<OperationName>(${JSON.stringify(forwardable)});
  `;
  return format(text, { ...(await resolveConfig(routesFile)), filepath: routesFile });
}

/** The fields of a route alone. */
function routeOf(operation: Operation): Route {
  const { method, path, access, contentType, download, bodyNames, ownCommands, headers } =
    operation;
  const wholeBody = operation.wholeBody && { field: operation.wholeBody.field };
  // What has no value is left out when it is written.
  const optional = { contentType, download, bodyNames, ownCommands, headers, wholeBody };
  return { method, path, access, ...(optional as Partial<Route>) };
}
