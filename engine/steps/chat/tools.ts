import type { Dag } from '../../dag/definition.ts';
import { isProtectedName } from '../../dag/protected-names.ts';
import { propertiesOf, readParamSchema, type ReadSchema } from '../../dag/param-schema.ts';
import type { Tool } from '../../step-programs/chat/chat-request.ts';
import type { WorkContext } from '../work.ts';

const MAX_NAME = 64;

/**
 * What a model is told of DAGs, in their order.
 *
 * @throws Error that names a DAG which cannot run.
 */
export async function toolsOf(
  targets: readonly string[],
  findDag: WorkContext['findDag'],
): Promise<readonly Tool[]> {
  const tools: Tool[] = [];
  for (const target of targets) {
    const dag = await findDag(target);
    const taken = new Set(tools.map(({ name }) => name));
    tools.push({
      name: freeName(dag.name, taken),
      description: dag.description || `Runs the workflow ${dag.name}.`,
      parameters: schemaOf(dag),
    });
  }
  return tools;
}

/** DAGs may have dots and slashes in their names, tools may not. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const usual = name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, MAX_NAME);
  let free = usual;
  for (let number = 2; taken.has(free); number++) {
    const end = `_${number}`;
    free = `${usual.slice(0, MAX_NAME - end.length)}${end}`;
  }
  return free;
}

/** A model is not offered what would not arrive. */
function withoutProtected(schema: ReadSchema): ReadSchema {
  const properties = [...propertiesOf(schema)];
  const offered = properties.filter(([name]) => !isProtectedName(name));
  if (offered.length === properties.length) return schema;
  return { ...schema, properties: Object.fromEntries(offered) };
}

/** JSON Schema of its parameters: its own, where the definition holds one; else all of them are texts. */
function schemaOf({ params, paramSchema }: Dag): object {
  const own = paramSchema?.kind === 'inline' ? readParamSchema(paramSchema.json) : undefined;
  if (own !== undefined) return { type: 'object', ...withoutProtected(own) };
  const named = params.filter(({ name, positional }) => !positional && !isProtectedName(name));
  return {
    type: 'object',
    properties: Object.fromEntries(
      named.map(({ name, defaultValue, help }) => [
        name,
        {
          type: 'string',
          ...(help === undefined ? {} : { description: help }),
          // What has references in it is nothing that a model could say.
          ...(defaultValue === null || /[$`]/.test(defaultValue) ? {} : { default: defaultValue }),
        },
      ]),
    ),
  };
}
