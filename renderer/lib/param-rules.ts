import type { DagObject } from '#contract/dag.ts';
import type { ParamRule } from '#contract/param-rules.ts';

/** What a definition says of its parameters besides their defaults. */
export interface ParamRules {
  /** Whether it forbids other values. */
  readonly isLocked: boolean;
  /** What each is for, in their order; empty without a word. */
  readonly help: readonly string[];
  /** What its schema says of each, in their order; none without a schema. */
  readonly each: readonly ParamRule[] | undefined;
  /** Names that no start can set. */
  readonly protectedNames: readonly string[];
}

/** What the form of a run asks for. */
export interface RunForm {
  /** `NAME=default`, or only the value of a positional parameter. */
  readonly params: readonly string[];
  /** Undefined while they are not known. */
  readonly rules: ParamRules | undefined;
}

/** The rules of a DAG as the engine tells it. */
export function paramRules(
  dag: Pick<DagObject, 'runConfig' | 'paramHelp' | 'paramRules' | 'protectedParams'> | undefined,
): ParamRules {
  return {
    isLocked: dag?.runConfig.disableParamEdit ?? false,
    help: dag?.paramHelp ?? [],
    each: dag?.paramRules,
    protectedNames: dag?.protectedParams ?? [],
  };
}

/**
 * What a form offers for a parameter; none where anything may be typed. A value that is not in the list, such as that of
 * an old run, is offered as well: nothing that was given changes because it is shown.
 */
export function choicesOf(
  rule: Pick<ParamRule, 'choices'>,
  present: readonly string[],
): readonly string[] {
  if (rule.choices.length === 0) return [];
  return [
    ...new Set([...present.filter((value) => !rule.choices.includes(value)), ...rule.choices]),
  ];
}

/** What people call a value; undefined for one that nobody has named. */
export function titleOf(
  { choices, choiceTitles }: Pick<ParamRule, 'choices' | 'choiceTitles'>,
  choice: string,
): string | undefined {
  return choiceTitles?.[choices.indexOf(choice)] || undefined;
}

type NumberRule = Pick<ParamRule, 'type' | 'minimum' | 'maximum'>;

/** Whether the engine may take a text: where it wants a number, one that it reads as JSON, like all that is no text. */
export function isPlausible(rule: NumberRule, text: string): boolean {
  const { type, minimum = -Infinity, maximum = Infinity } = rule;
  if (type !== 'integer' && type !== 'number') return true;
  const value = jsonOf(text);
  if (typeof value !== 'number' || value < minimum || value > maximum) return false;
  return type !== 'integer' || Number.isInteger(value);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is a text, and no number.
    return undefined;
  }
}
