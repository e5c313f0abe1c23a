import { useEffect, useState } from 'react';
import type { DagObject, Validation } from '#contract/dag.ts';
import type { ParamRule } from '#contract/param-rules.ts';
import type { RunDetail } from '#contract/run.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { useEngine } from '../../client/engine-context.ts';

export interface RunRules {
  /** Whether the stored definition forbids other values; one that is not stored forbids nothing. */
  readonly isLocked: boolean;
  /** What is said of each parameter, by its name. */
  readonly each: ReadonlyMap<string, RuleOfParam>;
}

interface RuleOfParam {
  readonly help: string | undefined;
  readonly rule: ParamRule | undefined;
}

type Engine = Pick<EngineConnection, 'call'>;
type Run = Pick<RunDetail, 'name' | 'dagRunId'>;
type Described = Pick<NonNullable<Validation['dag']>, 'params' | 'paramHelp' | 'paramRules'>;

/**
 * What the definition of a run says of its parameters. It is the one with which the run started, and with which it is
 * repeated: that of today may allow other values. Nothing while it is not known.
 */
export function useRunRules({ name, dagRunId }: Run): RunRules {
  const engine = useEngine();
  const [rules, setRules] = useState(NONE);
  useEffect(() => {
    let isGone = false;
    const add = (part: Partial<RunRules>) => {
      if (!isGone) setRules((known) => ({ ...known, ...part }));
    };
    // It was removed since, or never had a file.
    const today = storedDag(engine, name).catch(() => undefined);
    void today.then((dag) => add({ isLocked: dag?.runConfig.disableParamEdit ?? false }));
    describedDag(engine, { name, dagRunId }, today).then(
      (dag) => add({ each: rulesOf(dag) }),
      // Of an older version; the run can still be repeated, with texts.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [engine, name, dagRunId]);
  return rules;
}

const NONE: RunRules = { isLocked: false, each: new Map() };

async function storedDag(engine: Engine, fileName: string): Promise<DagObject> {
  return (await engine.call('dags.get', { fileName })).dag;
}

/** The text of a run does not hold a schema that is in a file: the stored definition knows it, if it names the same one. */
async function describedDag(
  engine: Engine,
  { name, dagRunId }: Run,
  today: Promise<DagObject | undefined>,
): Promise<Described> {
  const { spec } = await engine.call('runs.spec', { name, dagRunId });
  const { dag = {} } = await engine.call('dags.validate', { spec, name });
  // Other documents of the text may run on their own.
  if (dag.name !== name) return {};
  if (dag.paramRules !== undefined) return dag;
  const stored = await today;
  if (stored?.paramRules === undefined) return dag;
  const { change, fields } = await engine.call('dags.changes', { fileName: name, spec });
  const isOther = change === 'unknown' || fields.some(({ field }) => field === 'params.schema');
  return isOther ? dag : stored;
}

function rulesOf({ params = [], paramHelp, paramRules }: Described): RunRules['each'] {
  return new Map(
    params.map((param, index) => [param, { help: paramHelp?.[index], rule: paramRules?.[index] }]),
  );
}
