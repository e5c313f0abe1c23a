import { quoted } from '../../source/source-node.ts';
import { readsEnvironment } from '../known-variables.ts';
import type { LintRule } from '../lint-rule.ts';
import { paramAt } from '../param-at.ts';

export const unusedParam: LintRule = {
  code: 'unused-param',
  title: 'A parameter that nothing reads',
  why:
    'Users can set it, but it has no effect: often a typo in a name, or a step that was removed. Every word of the ' +
    'file counts as a use, comments included. Nothing is reported where a step starts a script file, a build tool or `env`, ' +
    'which can read any variable.',
  fix: 'Use it, remove it, or mention what reads it in a comment.',
  wrong: `params:
  - REGION: north
  - LIMIT: 10
steps:
  - command: echo "report of $REGION"
`,
  right: `params:
  - REGION: north
  - LIMIT: 10
steps:
  - command: echo "report of $REGION, first $LIMIT lines"
`,
  find: (document) => {
    const { dag, given, words, file } = document;
    const at = given.get('params')?.value;
    const unread = dag.params.filter(
      ({ name, positional, source }) => !positional && source !== 'base' && words.count(name) < 2,
    );
    // The other way to read them all.
    if (!at || unread.length === 0 || words.count('SVC_PARAMS_JSON') > 0) return [];
    if (readsEnvironment(document)) return [];
    return unread.map((param) => ({
      range: paramAt(at, param, file.text),
      message: `the parameter ${quoted(param.name)} is never used`,
    }));
  },
};
