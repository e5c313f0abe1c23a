import type { EnvEntry } from '../../definition.ts';
import { quoted, type SourceNode } from '../../source/source-node.ts';
import { keyAt, stepsOf, type LintDocument, type LintStep } from '../lint-document.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

export const nameForNoShell: LintRule = {
  code: 'name-for-no-shell',
  title: 'Invalid shell variable name',
  why:
    'A shell knows names of letters, digits and `_` that start with no digit. It can read no other, and some, such as the one of Debian, ' +
    'hand no other to programs, `shell: python3` and its like included, which a shell starts. Reported in `env` of a step that runs ' +
    'commands here, and in that of a DAG whose steps all do, unless a `${…}` of the file uses the name.',
  fix: 'Rename it.',
  wrong: `steps:
  - env:
      - DRY-RUN: "yes"
    command: printenv DRY-RUN
`,
  right: `steps:
  - env:
      - DRY_RUN: "yes"
    command: printenv DRY_RUN
`,
  find: (document) => {
    const steps = stepsOf(document);
    const ofDag = steps.length > 0 && steps.every(isHere) ? document.dag.env : [];
    return [
      ...findingsIn(document, ofDag, document.given.get('env')?.value),
      ...steps
        .filter(isHere)
        .flatMap(({ step, draft }) =>
          findingsIn(document, step.env, draft.given.get('env')?.value),
        ),
    ];
  },
};

/** Whatever runs, a shell starts it. In a container and on another host that is one that nobody knows. */
const isHere = ({ step, texts }: LintStep): boolean => step.type === 'shell' && texts.length > 0;

/** Entries of base.yaml have no place in the file. */
function findingsIn(
  { file }: LintDocument,
  env: readonly EnvEntry[],
  at: SourceNode | undefined,
): readonly Finding[] {
  return env.flatMap(({ name }): Finding[] => {
    if (at === undefined || /^[A-Za-z_]\w*$/.test(name) || file.text.includes(`\${${name}`))
      return [];
    const message = `no shell can read the variable ${quoted(name)}, and some do not hand it on`;
    return [{ range: keyIn(at, name), message }];
  });
}

function keyIn(at: SourceNode, name: string) {
  const items = at.kind === 'list' ? at.items : [at];
  const has = (item: SourceNode) =>
    item.kind === 'map'
      ? item.entries.some(({ key }) => key.text === name)
      : item.kind === 'scalar' && item.text.startsWith(`${name}=`);
  return keyAt(items.find(has) ?? at, name);
}
