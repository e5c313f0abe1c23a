import type { OperationName } from '../operations.ts';

/** What stands before the first dot of the names of operations, and `events`. */
type Tag = 'events' | (OperationName extends infer N ? GroupOf<N> : never);
type GroupOf<N> = N extends `${infer G}.${string}` ? G : never;

const descriptions: Readonly<Record<Tag, string>> = {
  system: 'The engine: health, metrics, resources of its machine.',
  dags: 'Definitions: find, edit and check them, and start runs.',
  runs: 'Runs: their steps, logs and outputs, and actions on them.',
  subRuns: 'Sub-runs, which steps of other runs have called.',
  queues: 'Running and queued runs.',
  schedule: 'Scheduled times of DAGs, and their outcome.',
  events: 'Live events.',
  auth: 'Login, with `auth.mode: builtin`.',
  users: 'Users, with `auth.mode: builtin`.',
  apiKeys: 'API keys for programs, with `auth.mode: builtin`.',
  webhooks: 'Webhooks, by which other systems start a DAG, with `auth.mode: builtin`.',
  sync: 'Git Sync: DAG files in step with a Git repository.',
  imports: 'Definitions of other systems, which become DAGs.',
  audit: 'Log of changes and refused requests.',
  nodes: 'Other engines that this one can reach.',
  keychain: 'What the engine keeps in the keychain of its system.',
  workers: 'Machines that run steps for a coordinator.',
};

/** The tags of the document, in the order of a table of contents. */
export const tags = Object.entries(descriptions).map(([name, description]) => ({
  name,
  description,
}));

/** The tag of an operation. */
export function tagOf(name: OperationName): string {
  return name.slice(0, name.indexOf('.'));
}
