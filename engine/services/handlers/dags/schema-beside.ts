import { dirname } from 'node:path';
import { reaches } from '../../../contract/access.ts';
import type { Caller } from '../../../contract/operations.ts';
import type { Dag } from '../../../dag/definition.ts';
import { withAdded } from '../../../dag/param-schema.ts';
import { isLarge } from '../../../execution/aside/large.ts';
import { schemaOfParams } from '../../../execution/prepare/schema-of-params.ts';
import type { DagFile } from '../../../platform/dag-files.ts';
import type { EngineServices } from '../../engine-services.ts';

interface Shown {
  readonly dag: Dag;
  readonly file: Pick<DagFile, 'path'>;
  readonly caller: Caller;
}

/**
 * A DAG as if the schema of its parameters stood in the definition where it is in a file of its own: forms are made of it.
 * As it is written for who may not start it, since other files are not for them, and while the file cannot be read.
 */
export async function withSchemaBeside(
  { aside, config }: Pick<EngineServices, 'aside' | 'config'>,
  { dag, file, caller }: Shown,
): Promise<Dag> {
  if (dag.paramSchema?.kind !== 'file' || !reaches('operator', caller)) return dag;
  try {
    const schema = await schemaOfParams(dag, [dirname(file.path), config.paths.dagsDir]);
    if (schema === null) return dag;
    const params = withAdded(dag.params, await aside.schemas.paramsOf(schema));
    // What is told of each value is worked out on the event loop.
    if (isLarge(schema.text, null)) return { ...dag, params };
    return { ...dag, params, paramSchema: { kind: 'inline', json: schema.text } };
  } catch {
    // A start says what is wrong with the file; the DAG can be looked at all the same.
    return dag;
  }
}
