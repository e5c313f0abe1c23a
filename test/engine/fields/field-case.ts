import type { DagDetail } from '../../../engine/contract/dag.ts';
import {
  endOf,
  logOf,
  runUntil,
  startInline,
  type EndedRun,
  type RunOfEngine,
  type TestEngine,
} from '../../support/engine.ts';

/** What shows that a field is obeyed: a definition with it and one without, which must not look the same. */
export interface FieldCase {
  /** `«with|without»` in it stands for the first in the definition with the field, for the second in the other. */
  readonly spec: string;
  readonly observe: (spec: string, engine: TestEngine) => Promise<unknown>;
  /** What is seen with the field. */
  readonly expected: unknown;
}

/** A test of its own, because the field needs more than a definition. */
export interface TestElsewhere {
  /** From the folder of the project. */
  readonly file: string;
  readonly title: string;
}

/** Cases by the path of the field. */
export type FieldCases = Readonly<Record<string, FieldCase | TestElsewhere>>;

export function withField(spec: string): string {
  return spec.replaceAll(/«([^»|]*)\|[^»|]*»/g, '$1');
}

export function withoutField(spec: string): string {
  return spec.replaceAll(/«[^»|]*\|([^»|]*)»/g, '$1');
}

type Observe = FieldCase['observe'];

/** The test of several keys. */
export function titled(keys: readonly string[], title: string): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.map((key) => [key, title]));
}

/** Cases of keys below another one, by the titles of their tests in a file. */
export function casesElsewhere(
  file: string,
  parent: string,
  titles: Readonly<Record<string, string>>,
): FieldCases {
  return Object.fromEntries(
    Object.entries(titles).map(([key, title]): [string, TestElsewhere] => [
      `${parent}.${key}`,
      { file, title },
    ]),
  );
}

let definitions = 0;

/** Looks at a run of the definition when it has ended. */
export function ran(look: (run: EndedRun) => unknown): Observe {
  return async (spec, engine) => look(await endOf(await startInline(spec, { engine })));
}

/** Looks at a log of a run that has ended. */
export function logged(step: string): Observe {
  return ran((run) => logOf(run, step));
}

/** Looks at a stored definition as the interface shows it. */
export function shown(look: (detail: DagDetail) => unknown): Observe {
  return async (spec, engine) => {
    const name = `stored-${(definitions += 1)}`;
    await engine.client.call('dags.create', { name, spec });
    return look(await engine.client.call('dags.get', { fileName: name }));
  };
}

/** Does something while the run waits for a person, and ends it then. */
export function waiting(act: (run: RunOfEngine) => unknown): Observe {
  return async (spec, engine) => {
    const run = await startInline(spec, { engine });
    await runUntil(run, ({ statusLabel, onWait }) => {
      return statusLabel !== 'running' && onWait?.statusLabel !== 'running';
    });
    const seen = await act(run);
    const { name, dagRunId } = run;
    // Whatever was seen may have ended it.
    await engine.client.call('runs.stop', { name, dagRunId }).catch(() => undefined);
    await endOf(run);
    return seen;
  };
}

/** The seconds that the step `s` pauses for the nth time. */
export function pausedFor(nth: number): Observe {
  return async (spec, engine) => {
    const run = await startInline(spec, { engine });
    const { name, dagRunId } = run;
    const { nodes } = await runUntil(run, ({ nodes: [s] }) => {
      return s?.stage === 'pausing' && s.attempts === nth;
    });
    const asked = { name, dagRunId, stepName: 's' };
    const { attempts } = await engine.client.call('runs.stepAttempts', asked);
    await engine.client.call('runs.stop', { name, dagRunId });
    await endOf(run);
    const since = Date.parse(attempts.at(-1)?.finishedAt ?? '');
    return Math.round((Date.parse(nodes[0]?.dueAt ?? '') - since) / 1000);
  };
}
