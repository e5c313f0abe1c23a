import { conditionErrors, judgeCondition } from '../../dag/conditions.ts';
import type { Condition } from '../../dag/definition.ts';
import { expandText } from '../../dag/expand.ts';
import { bindShellReferences } from '../../dag/shell-references.ts';
import { exitCodeOf } from '../../platform/run-command.ts';
import type { PreparedStep } from '../work/prepared-step.ts';

export interface ConditionSetting extends Pick<PreparedStep, 'expansion' | 'workingDir' | 'env'> {
  readonly shell: readonly string[];
  /** Ends a command that is being asked. */
  readonly signal: AbortSignal;
  /** Hides secrets in what is said of a condition. */
  readonly mask: (text: string) => string;
}

/** A command that does not answer would hold its run for ever. */
const CONDITION_MS = 60_000;

/**
 * Why each condition of a list was not met, in order; empty texts for those that were. All are asked, one after
 * another. One that cannot be evaluated is not met, whatever else would be: what failed is its reason.
 *
 * @throws Error when `signal` calls it off.
 */
export async function checkConditions(
  conditions: readonly Condition[],
  setting: ConditionSetting,
): Promise<readonly string[]> {
  const results: string[] = [];
  for (const condition of conditions) results.push(await checkCondition(condition, setting));
  return conditionErrors(results);
}

async function checkCondition(condition: Condition, setting: ConditionSetting): Promise<string> {
  try {
    return await evaluate(condition, setting);
  } catch (error) {
    // Nobody waits for the answer any more.
    setting.signal.throwIfAborted();
    return judgeCondition(condition, { kind: 'problem', problem: (error as Error).message });
  }
}

async function evaluate(condition: Condition, setting: ConditionSetting): Promise<string> {
  const { expansion } = setting;
  if (condition.expected === null) {
    const exitCode = await ask(condition.condition, setting);
    return judgeCondition(condition, { kind: 'command', exitCode });
  }
  const text = await expandText(condition.condition, expansion);
  const expected = await expandText(condition.expected, expansion);
  return judgeCondition({ ...condition, expected }, { kind: 'text', text }, setting.mask);
}

function ask(command: string, setting: ConditionSetting): Promise<number> {
  const { expansion, shell, workingDir, env, signal } = setting;
  const bound = bindShellReferences(command, expansion);
  return exitCodeOf(bound.command, {
    shell,
    workingDir,
    env: { ...env, ...bound.env },
    timeoutMs: CONDITION_MS,
    signal,
    endsAll: true,
  });
}
