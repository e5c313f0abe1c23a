import type { Step } from '../definition.ts';
import { nameOfPlace } from '../name-steps.ts';
import type { StepTypeDefinition } from '../step-type.ts';
import { inOrder, stepValues } from './field-values.ts';

/** A step of each side, which are the same one. */
export interface MatchedSteps {
  readonly before: Step;
  readonly after: Step;
  /** Whether a name that somebody gave is another one. Names that only say the place follow it. */
  readonly isRenamed: boolean;
}

interface Candidate {
  readonly step: Step;
  readonly isNamed: boolean;
  /** All but its name and place. */
  readonly content: string;
}

/** More pairs are not looked at for likeness: a step then counts as removed, and the other one as added. */
const MAX_PAIRS = 10_000;
/** The share of words in common from which a step under another name is the same one, changed. */
const ALIKE = 0.6;

/** Finds the steps that stand on both sides: by name, else by equal content, else by content that is nearly equal. */
export function matchSteps(
  before: readonly Step[],
  after: readonly Step[],
  types: readonly StepTypeDefinition[],
): readonly MatchedSteps[] {
  const old = new Set(before.map((step, index) => candidate(step, index, types)));
  const now = new Set(after.map((step, index) => candidate(step, index, types)));
  const matched: MatchedSteps[] = [];
  const match = (one: Candidate, other: Candidate): void => {
    old.delete(one);
    now.delete(other);
    const isRenamed = one.step.name !== other.step.name && (one.isNamed || other.isNamed);
    matched.push({ before: one.step, after: other.step, isRenamed });
  };
  const matchBy = (key: (one: Candidate) => string | null): void => {
    const waiting = Map.groupBy(now, key);
    for (const one of old) {
      const word = key(one);
      const other = word === null ? undefined : waiting.get(word)?.shift();
      if (other) match(one, other);
    }
  };
  matchBy(({ step, isNamed }) => (isNamed ? step.name : null));
  matchBy(({ content }) => content);
  if (old.size * now.size <= MAX_PAIRS) for (const pair of alikes(old, now)) match(...pair);
  matchBy(({ step }) => step.name);
  return matched;
}

function candidate(step: Step, index: number, types: readonly StepTypeDefinition[]): Candidate {
  const autoName = types.find(({ name }) => name === step.type)?.autoName ?? '';
  const isNamed = step.name !== nameOfPlace(step.script, autoName, index + 1);
  return { step, isNamed, content: inOrder(stepValues(step, (name) => name)) };
}

/** The pairs that are nearly equal, the best ones first. */
function alikes(old: ReadonlySet<Candidate>, now: ReadonlySet<Candidate>) {
  const words = new Map([...old, ...now].map((one) => [one, wordsOf(one.step)]));
  const pairs = [...old].flatMap((one) =>
    [...now]
      .filter(({ step }) => step.type === one.step.type)
      .map((other) => ({
        pair: [one, other] as const,
        share: share(words.get(one), words.get(other)),
      })),
  );
  const taken = new Set<Candidate>();
  return pairs
    .filter((found) => found.share >= ALIKE)
    .sort((a, b) => b.share - a.share)
    .flatMap(({ pair }) => {
      if (pair.some((one) => taken.has(one))) return [];
      for (const one of pair) taken.add(one);
      return [pair];
    });
}

/** Of what a step does. */
function wordsOf({ commands, script, call, callParams, config, value }: Step): ReadonlySet<string> {
  const parts = [...commands, script, call, callParams, config, value];
  const text = JSON.stringify(parts.filter((part) => part !== null));
  return new Set(text.match(/[\p{L}\p{N}]+/gu));
}

function share(
  one: ReadonlySet<string> = new Set(),
  other: ReadonlySet<string> = new Set(),
): number {
  const size = one.size + other.size;
  const common = [...one].filter((word) => other.has(word)).length;
  return size === 0 ? 0 : (2 * common) / size;
}
