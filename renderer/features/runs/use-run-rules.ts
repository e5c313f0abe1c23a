import { useEffect, useState } from 'react';
import type { ParamRule } from '#contract/param-rules.ts';
import type { RunDetail } from '#contract/run.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { useEngine } from '../../client/engine-context.ts';

type Rules = ReadonlyMap<string, RuleOfParam>;

interface RuleOfParam {
  readonly help: string | undefined;
  readonly rule: ParamRule | undefined;
}

/**
 * What the definition of a run says of its parameters, by name. It is the one with which the run started, and with which it
 * is repeated: that of today may allow other values. Nothing while it is not known.
 */
export function useRunRules({ name, dagRunId }: Pick<RunDetail, 'name' | 'dagRunId'>): Rules {
  const engine = useEngine();
  const [rules, setRules] = useState<Rules>(NONE);
  useEffect(() => {
    let isGone = false;
    rulesOf(engine, { name, dagRunId }).then(
      (found) => {
        if (!isGone) setRules(found);
      },
      // Of an older version; the run can still be repeated, with texts.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [engine, name, dagRunId]);
  return rules;
}

const NONE: Rules = new Map();

async function rulesOf(
  engine: Pick<EngineConnection, 'call'>,
  run: Pick<RunDetail, 'name' | 'dagRunId'>,
): Promise<Rules> {
  const { spec } = await engine.call('runs.spec', run);
  const { dag = {} } = await engine.call('dags.validate', { spec, name: run.name });
  // Other documents of the text may run on their own.
  if (dag.name !== run.name) return NONE;
  const names = dag.params ?? [];
  return new Map(
    names.map((param, index) => [
      param,
      { help: dag.paramHelp?.[index], rule: dag.paramRules?.[index] },
    ]),
  );
}
