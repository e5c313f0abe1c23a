import type { OperationName } from '../operations.ts';

/** What stands before the first dot of the names of operations, and `events`. */
type Tag = 'events' | (OperationName extends infer N ? GroupOf<N> : never);
type GroupOf<N> = N extends `${infer G}.${string}` ? G : never;

const descriptions: Readonly<Record<Tag, string>> = {
  system: 'The engine itself: health, metrics, what its machine has to give.',
  dags: 'Definitions: to find, write and check them, and to start runs of them.',
  runs: 'Runs: what they did, their logs and outputs, and what can be done to them.',
  subRuns: 'Runs that steps of other runs called.',
  queues: 'What runs and what waits.',
  schedule: 'When DAGs are due.',
  events: 'What happens, as it happens.',
  auth: 'Login, with `auth.mode: builtin`.',
  users: 'Users, with `auth.mode: builtin`.',
  apiKeys: 'API keys for programs, with `auth.mode: builtin`.',
  webhooks: 'Tokens by which other systems start one DAG each, with `auth.mode: builtin`.',
  audit: 'Who changed what.',
  nodes: 'Other engines that this one can reach.',
  workers: 'Machines that take steps from a coordinator.',
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
