import { judgeCondition, type Verdict } from '../../dag/conditions.ts';
import type { Condition } from '../../dag/definition.ts';
import { expandText, onlyDeclared } from '../../dag/expand.ts';
import { bindShellReferences } from '../../dag/shell-references.ts';
import { CommandFailure, exitCodeOf } from '../../platform/run-command.ts';
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
 * What each condition of a list comes to, in order. All are asked, one after another.
 *
 * @throws Error when `signal` calls it off.
 */
export async function checkConditions(
  conditions: readonly Condition[],
  setting: ConditionSetting,
): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const condition of conditions) verdicts.push(await checkCondition(condition, setting));
  return verdicts;
}

async function checkCondition(condition: Condition, setting: ConditionSetting): Promise<Verdict> {
  try {
    return await evaluate(condition, setting);
  } catch (error) {
    // Nobody waits for the answer any more.
    setting.signal.throwIfAborted();
    const kind = error instanceof CommandFailure ? 'no answer' : 'broken';
    return judgeCondition(condition, { kind, reason: (error as Error).message });
  }
}

async function evaluate(condition: Condition, setting: ConditionSetting): Promise<Verdict> {
  if (condition.expected === null) {
    const exitCode = await ask(condition.condition, setting);
    return judgeCondition(condition, { kind: 'command', exitCode });
  }
  // An undeclared name would be compared as an empty text, and with `negate` that text differs from nearly any other.
  const expansion = onlyDeclared(setting.expansion);
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
