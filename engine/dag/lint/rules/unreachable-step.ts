import { judgeCondition } from '../../conditions.ts';
import type { Condition, Step } from '../../definition.ts';
import { chooseTargets } from '../../router.ts';
import { quoted } from '../../source/source-node.ts';
import { nameAt, valueAt, type LintDocument } from '../lint-document.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

export const unreachableStep: LintRule = {
  code: 'unreachable-step',
  title: 'A step that can never run',
  why:
    'Its precondition compares fixed texts that differ, a router with a fixed value never chooses it, or a ' +
    'step that it depends on is always skipped. Only certain cases are reported.',
  fix: 'Correct the condition or the route, or remove the step.',
  wrong: `steps:
  - name: test
    command: echo testing
  - name: publish
    command: echo publishing
    preconditions:
      - condition: STAGE
        expected: live
`,
  right: `params:
  - STAGE: live
steps:
  - name: test
    command: echo testing
  - name: publish
    command: echo publishing
    preconditions:
      - condition: $STAGE
        expected: live
`,
  find: (document) => [...findUnmetDag(document), ...findUnreachable(document)],
};

function findUnmetDag({ dag, given }: LintDocument): readonly Finding[] {
  const at = given.get('preconditions')?.value;
  if (!at || !dag.preconditions.some(isNeverMet)) return [];
  return [{ range: at, message: 'no step ever runs: this precondition is never met' }];
}

function findUnreachable(document: LintDocument): readonly Finding[] {
  const { plan, dag } = document;
  const steps = new Map(dag.steps.map((step) => [step.name, step]));
  /** Names of steps that never run, and whether what follows runs all the same. */
  const never = new Map<string, { readonly continued: boolean }>();
  return plan.order.flatMap((position): Finding[] => {
    const one = document.steps[position];
    const reason = one && reasonOf(one.step, { steps, never });
    if (!reason) return [];
    const { name, continueOn, routedBy } = one.step;
    never.set(name, { continued: continueOn.skipped || routedBy.length > 0 });
    const range = reason === UNMET ? valueAt(one, 'preconditions') : nameAt(one);
    return [{ range, message: `the step ${quoted(name)} never runs: ${reason}` }];
  });
}

const UNMET = 'this precondition is never met';

interface Known {
  readonly steps: ReadonlyMap<string, Step>;
  readonly never: ReadonlyMap<string, { readonly continued: boolean }>;
}

function reasonOf(step: Step, { steps, never }: Known): string | null {
  const skipped = step.depends.find((name) => never.get(name)?.continued === false);
  if (skipped !== undefined) return `${quoted(skipped)}, which it depends on, is always skipped`;
  const against = step.routedBy.find((name) => isNeverChosen(step.name, steps.get(name)));
  if (against !== undefined) return `the router ${quoted(against)} never chooses it`;
  return step.preconditions.some(isNeverMet) ? UNMET : null;
}

function isNeverChosen(name: string, router: Step | undefined): boolean {
  if (!router || router.value === null || !isFixed(router.value)) return false;
  return !chooseTargets(router.routes, router.value).chosen.includes(name);
}

function isNeverMet({ condition, expected, negate }: Condition): boolean {
  if (expected === null || !isFixed(condition) || !isFixed(expected.replace(/\$$/, '')))
    return false;
  return judgeCondition({ expected, negate }, { kind: 'text', text: condition }).kind === 'unmet';
}

/** Whether nothing in a text is expanded. */
function isFixed(text: string): boolean {
  return !/[$`\\]/.test(text);
}
