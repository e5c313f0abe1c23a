import { outputKey } from '../../../contract/output-key.ts';
import { runSteps } from '../../run-steps.ts';
import { quoted } from '../../source/source-node.ts';
import { readsEnvironment } from '../known-variables.ts';
import { stepsOf, valueAt, type LintDocument } from '../lint-document.ts';
import type { LintRule } from '../lint-rule.ts';

export const outputNeverRead: LintRule = {
  code: 'output-never-read',
  title: 'An output that nothing reads',
  why:
    'A step captures a variable that nothing in the file uses. The output of a last step counts ' +
    'as a result of the run, and so does one with a `key`. Nothing is reported where a step starts a script file, a build ' +
    'tool or `env`, which can read any variable.',
  fix: 'Use it in a later step, remove `output`, or add a `key` if it is a result of the run.',
  wrong: `steps:
  - name: count
    command: ls | wc -l
    output: FILES
  - name: report
    command: echo done
`,
  right: `steps:
  - name: count
    command: ls | wc -l
    output: FILES
  - name: report
    command: echo "$FILES files"
`,
  find: (document) => {
    const { dag } = document;
    if (readsEnvironment(document)) return [];
    const followed = new Set(dag.steps.flatMap(({ depends }) => depends));
    const defined = definitions(document);
    return stepsOf(document).flatMap((one) => {
      const { output, name } = one.step;
      if (output === null || output.key !== null) return [];
      if (!output.omit && !followed.has(name)) return [];
      if (isNamed(output.name, document, defined.get(output.name) ?? 0)) return [];
      const range = valueAt(one, 'output');
      return [{ range, message: `the output ${quoted(output.name)} is never used` }];
    });
  },
};

/** How many steps of the file define each output. */
function definitions({ file }: LintDocument): ReadonlyMap<string, number> {
  const defined = new Map<string, number>();
  for (const { output } of file.dags.flatMap((dag) => runSteps(dag))) {
    if (output) defined.set(output.name, (defined.get(output.name) ?? 0) + 1);
  }
  return defined;
}

/** Whether the file names it anywhere but where steps define it; a caller may name it by its key. */
function isNamed(name: string, { file, words }: LintDocument, defined: number): boolean {
  const key = outputKey(name);
  const uses = Math.max(file.words.count(name), words.count(name)) - defined;
  return uses > 0 || (key !== name && file.words.count(key) > 0);
}
