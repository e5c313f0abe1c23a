import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../engine/config/config.ts';

/** A way in which a client asks for a run. */
export interface Kind {
  /** Name of the DAG. */
  readonly dag: string;
  /** Queue in which the run waits; null for one that begins at once. */
  readonly queue: string | null;
  /** Whether its run goes on until somebody stops it. */
  readonly held: boolean;
  readonly path: string;
  readonly body: Readonly<Record<string, string>>;
  /** How often it is asked for. */
  readonly weight: number;
}

/** The queue of the configuration; the others have one place. */
export const sharedQueue = { name: 'shared', places: 2 };

/**
 * Writes the configuration and the stored definitions of a home.
 *
 * @param journal file to which each step adds one line: the id of its run, and `first`, `second` or `hold`, `over`.
 */
export function furnish({ paths }: Config, journal: string): readonly Kind[] {
  const { quick, held } = definitions(journal);
  mkdirSync(paths.dagsDir, { recursive: true });
  const { name, places } = sharedQueue;
  writeFileSync(
    paths.configFile,
    `queues:\n  config:\n    - {name: ${name}, max_concurrency: ${places}}\n`,
  );
  const store = (dag: string, spec: string): void =>
    writeFileSync(join(paths.dagsDir, `${dag}.yaml`), spec);
  store('global', `queue: ${name}\n${quick}`);
  store('local', quick);
  store('held', held);
  return kindsOf({ quick, held });
}

function definitions(journal: string): { readonly quick: string; readonly held: string } {
  const note = (word: string): string => `echo "$DAG_RUN_ID ${word}" >> ${journal}`;
  const head = `handler_on:\n  exit:\n    command: ${note('over')}\nsteps:\n  - command: ${note('first')}\n`;
  return {
    quick: `${head}  - command: sleep 0.03; ${note('second')}\n`,
    held: `${head}  - command: ${note('hold')}; sleep 300\n`,
  };
}

function kindsOf({ quick, held }: ReturnType<typeof definitions>): readonly Kind[] {
  const { name: shared } = sharedQueue;
  const stored = (dag: string, order: string, rest: Partial<Kind> = {}): Kind => ({
    dag,
    path: `/dags/${dag}/${order}`,
    queue: order === 'start' ? null : dag,
    held: dag === 'held',
    body: {},
    weight: 1,
    ...rest,
  });
  const inline = (dag: string, order: '' | '/enqueue', rest: Partial<Kind> = {}): Kind => ({
    dag,
    path: `/dag-runs${order}`,
    queue: order === '' ? null : dag,
    held: false,
    weight: 1,
    ...rest,
    body: { name: dag, spec: quick, ...rest.body },
  });
  return [
    stored('global', 'enqueue', { queue: shared, weight: 4 }),
    stored('local', 'enqueue', { weight: 3 }),
    // The queue of the request beats that of the definition.
    stored('local', 'enqueue', { queue: shared, body: { queue: shared } }),
    stored('held', 'enqueue', { queue: shared, body: { queue: shared } }),
    stored('held', 'enqueue'),
    inline('inline', '/enqueue', { weight: 2 }),
    inline('inline', '/enqueue', { queue: 'side', body: { queue: 'side' } }),
    // They count in the load of a queue and do not wait in it.
    stored('global', 'start'),
    stored('local', 'start'),
    stored('held', 'start'),
    inline('inline', ''),
    inline('at_once', '', { held: true, body: { spec: held } }),
  ];
}
