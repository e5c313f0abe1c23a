import type { Step } from '../../definition.ts';
import type { SourceNode } from '../../source/source-node.ts';
import type { LintDocument } from '../lint-document.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

export const groupOneAtATime: LintRule = {
  code: 'group-one-at-a-time',
  title: 'A group whose steps run one after another',
  why:
    'The steps of a nested list run at the same time, but only up to `max_active_steps`, which is 1 unless ' +
    'the DAG sets it. Calls of DAGs do not count.',
  fix: 'Set `max_active_steps` to the number of steps to run at the same time.',
  wrong: `steps:
  - - command: echo north
    - command: echo south
  - command: echo both done
`,
  right: `max_active_steps: 2
steps:
  - - command: echo north
    - command: echo south
  - command: echo both done
`,
  find: (document) => {
    const { dag, given } = document;
    const list = given.get('steps')?.value;
    if (list?.kind !== 'list' || dag.type !== 'chain' || dag.maxActiveSteps > 1) return [];
    return findGroups(list.items, document);
  },
};

function findGroups(elements: readonly SourceNode[], { dag }: LintDocument): readonly Finding[] {
  let position = 0;
  return elements.flatMap((element): Finding[] => {
    const size = element.kind === 'list' ? element.items.length : 1;
    const group = dag.steps.slice(position, position + size);
    position += size;
    const working = group.filter(takesAPlace).length;
    if (element.kind !== 'list' || working < 2) return [];
    const message = `the ${working} steps of this group run one after another: \`max_active_steps\` is 1`;
    return [{ range: element, message }];
  });
}

function takesAPlace({ commands, script }: Step): boolean {
  return commands.length > 0 || script !== null;
}
